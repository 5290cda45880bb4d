//! A parser in a process of its own, which answers line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::case::Question;
use crate::reading::Reading;

/// A running parser.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// The first line that a parser writes.
#[derive(Debug, Deserialize)]
pub(crate) struct Greeting {
    pub(crate) name: String,
    pub(crate) version: String,
}

impl Process {
    /// Starts a parser, which says who it is.
    pub(crate) fn start(command: &mut Command) -> Result<(Self, Greeting)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .with_context(|| format!("failed to start {command:?}"))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{command:?} has no pipes");
        };
        let mut process = Self {
            child,
            questions,
            answers: BufReader::new(answers),
        };
        let greeting = process.line()?;
        let greeting = serde_json::from_str(&greeting)
            .with_context(|| format!("{command:?} did not say who it is: {greeting:?}"))?;
        Ok((process, greeting))
    }

    /// Asks everything at once.
    pub(crate) fn ask(&mut self, questions: &[Question]) -> Result<Vec<Reading>> {
        let mut line = serde_json::to_vec(questions)?;
        line.push(b'\n');
        self.questions.write_all(&line)?;
        self.questions.flush()?;
        let readings: Vec<Reading> = serde_json::from_str(&self.line()?)?;
        ensure!(
            readings.len() == questions.len(),
            "a parser answered {} of {} questions",
            readings.len(),
            questions.len()
        );
        Ok(readings)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        ensure!(!line.is_empty(), "a parser ended early");
        Ok(line)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has nothing to lose, and an error here would hide the one that matters.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
