//! What can be typed after the program's name.

use std::net::SocketAddr;

use clap::{ArgAction, Args, Parser, Subcommand};

/// A Model Context Protocol server whose skills are part of the program.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    /// Answer `resources/directory/read`
    #[arg(long, global = true, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub(crate) directory_reads: bool,

    /// How many items a page of any list has
    #[arg(long, global = true, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) page_size: u64,

    #[command(subcommand)]
    command: Option<Command>,
}

impl Cli {
    /// The command to run: `stdio` when none was given, since that is how hosts start a server.
    pub(crate) fn command(&self) -> &Command {
        self.command.as_ref().unwrap_or(&Command::Stdio)
    }
}

/// One command of the program.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Command {
    /// Serve on standard input and output (also without any command)
    Stdio,
    /// Serve streamable HTTP at /mcp and print the URL
    Http(HttpOptions),
    /// Print a table of the skills
    List,
    /// Print a skill's facts and files, or one file of it
    Show {
        /// A URI that `list` or `show` printed
        uri: String,
        /// Write the file's bytes and nothing else
        #[arg(long)]
        raw: bool,
    },
    /// Hash everything that is embedded and compare
    Verify,
}

/// Where to listen over HTTP, and whom to answer.
#[derive(Debug, PartialEq, Eq, Args)]
pub(crate) struct HttpOptions {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) addr: SocketAddr,

    /// Show skills for staff only to callers with `Authorization: Bearer TOKEN`
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    pub(crate) staff_token: Option<String>,

    /// One more `Host` to answer, beside loopback and the address itself, such as `skills.example.com`
    #[arg(long = "allowed-host", value_name = "HOST", value_parser = host)]
    pub(crate) allowed_hosts: Vec<String>,

    /// One more browser `Origin` to answer, beside loopback, such as `https://app.example.com:443`
    #[arg(long = "allowed-origin", value_name = "ORIGIN", value_parser = origin)]
    pub(crate) allowed_origins: Vec<String>,
}

/// Refuses what cannot stand in an `Authorization` header.
fn token(value: &str) -> Result<String, String> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("a token is made of visible ASCII characters, without blanks".to_owned());
    }
    Ok(value.to_owned())
}

/// Refuses what would never match a `Host` header, so that a typing error does not go unnoticed.
fn host(value: &str) -> Result<String, String> {
    if value.is_empty() || value.contains(['/', '?', '#', '@', ' ']) {
        return Err(
            "a host is a name with or without a port, such as `skills.example.com`".to_owned(),
        );
    }
    Ok(value.to_owned())
}

/// Refuses what would never match an `Origin` header, so that a typing error does not go unnoticed.
fn origin(value: &str) -> Result<String, String> {
    let Some((scheme, authority)) = value.split_once("://") else {
        return Err("an origin starts with a scheme, such as `https://`".to_owned());
    };
    if scheme.is_empty() || authority.is_empty() || authority.contains(['/', '?', '#', '@']) {
        return Err(
            "an origin is a scheme, a host and a port, such as `https://app.example.com:443`"
                .to_owned(),
        );
    }
    Ok(value.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed parse fails the test")]

    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("example-skills").chain(line.split_whitespace()))
    }

    fn http(line: &str) -> HttpOptions {
        match parse(line).unwrap().command {
            Some(Command::Http(options)) => options,
            other => panic!("{line} is {other:?}"),
        }
    }

    #[test]
    fn definition_is_consistent() {
        <Cli as CommandFactory>::command().debug_assert();
    }

    #[test]
    fn no_command_is_stdio() {
        assert_eq!(parse("").unwrap().command(), &Command::Stdio);
        assert_eq!(parse("stdio").unwrap().command(), &Command::Stdio);
    }

    #[test]
    fn directory_reads_are_on_unless_switched_off() {
        assert!(parse("").unwrap().directory_reads);
        assert!(!parse("--directory-reads false").unwrap().directory_reads);
        assert!(
            !parse("http --directory-reads=false")
                .unwrap()
                .directory_reads
        );
    }

    #[test]
    fn http_listens_on_loopback_by_default() {
        assert_eq!(
            http("http"),
            HttpOptions {
                addr: "127.0.0.1:8080".parse().unwrap(),
                staff_token: None,
                allowed_hosts: vec![],
                allowed_origins: vec![],
            }
        );
    }

    #[test]
    fn pages_hold_a_hundred_items_unless_told_otherwise() {
        assert_eq!(parse("http").unwrap().page_size, 100);
        assert_eq!(parse("http --page-size 2").unwrap().page_size, 2);
        assert_eq!(parse("--page-size 2").unwrap().page_size, 2);
        for size in ["0", "1001", "many"] {
            assert!(
                parse(&format!("http --page-size {size}")).is_err(),
                "{size}"
            );
        }
    }

    #[test]
    fn a_token_can_stand_in_a_header() {
        assert_eq!(
            http("http --staff-token s3cret").staff_token.as_deref(),
            Some("s3cret")
        );
        let arguments = ["example-skills", "http", "--staff-token", "two words"];
        assert!(Cli::try_parse_from(arguments).is_err());
    }

    #[test]
    fn http_options_repeat() {
        let options = http(
            "http --addr [::1]:0 --allowed-host a.example --allowed-host b.example:81 \
             --allowed-origin https://a.example:443 --allowed-origin http://[::1]:*",
        );
        assert_eq!(options.addr, "[::1]:0".parse().unwrap());
        assert_eq!(options.allowed_hosts, ["a.example", "b.example:81"]);
        assert_eq!(
            options.allowed_origins,
            ["https://a.example:443", "http://[::1]:*"]
        );
    }

    #[test]
    fn impossible_origins_are_refused() {
        for origin in [
            "app.example",
            "https://",
            "https://app.example/path",
            "://app.example",
        ] {
            let error = parse(&format!("http --allowed-origin {origin}")).unwrap_err();
            assert!(error.to_string().contains("an origin "), "{error}");
        }
    }

    #[test]
    fn impossible_hosts_are_refused() {
        for host in ["http://skills.example", "skills.example/mcp"] {
            let error = parse(&format!("http --allowed-host {host}")).unwrap_err();
            assert!(error.to_string().contains("a host is a name "), "{error}");
        }
    }

    #[test]
    fn show_takes_one_uri() {
        assert_eq!(
            parse("show skill://a/SKILL.md --raw").unwrap().command(),
            &Command::Show {
                uri: "skill://a/SKILL.md".to_owned(),
                raw: true
            }
        );
        assert!(parse("show").is_err());
    }
}
