"""ruamel.yaml as a YAML 1.2 parser, in pure Python."""

import platform

import ruamel.yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from answer import serve


def load(text):
    return YAML(typ="safe", pure=True).load(text)


serve("ruamel.yaml", f"{ruamel.yaml.__version__} on Python {platform.python_version()}", load, YAMLError)
