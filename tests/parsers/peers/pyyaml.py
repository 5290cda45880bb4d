"""PyYAML's own parser, in pure Python."""

import platform

import yaml

from answer import serve

serve("PyYAML", f"{yaml.__version__} on Python {platform.python_version()}", yaml.safe_load, yaml.YAMLError)
