//! What the layer does not answer reaches the service behind it as it came.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use fastrand::Rng;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Empty, Full};
use skills_runtime::{SkillsLayer, SkillsRequestBody};
use tower_layer::Layer as _;
use tower_service::Service;

use crate::{
    draft::{Draft, change_text},
    sent::Pieces,
    servers::{builder, config, oneshot},
};

/// A service that is never to be called.
#[derive(Clone)]
pub(crate) struct Nothing;

impl<B> Service<Request<B>> for Nothing {
    type Response = Response<Empty<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<B>) -> Self::Future {
        ready(Ok(Response::new(Empty::new())))
    }
}

/// Says what it was asked, and whether it had been asked if it was ready.
#[derive(Default)]
struct Echo {
    ready: bool,
}

impl Clone for Echo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Service<Request<SkillsRequestBody<Pieces>>> for Echo {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.ready = true;
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<SkillsRequestBody<Pieces>>) -> Self::Future {
        assert!(self.ready);
        let (parts, body) = request.into_parts();
        Box::pin(async move {
            let mut echo = format!("{parts:?}\n").into_bytes();
            echo.extend(frames(body).await);
            Ok(Response::new(Full::from(echo)))
        })
    }
}

/// Bytes, trailers and error of a body, whatever pieces they come in.
async fn frames<B>(mut body: B) -> Vec<u8>
where
    B: http_body::Body<Data = Bytes> + Unpin,
    B::Error: std::fmt::Display,
{
    let mut all = Vec::new();
    while let Some(frame) = body.frame().await {
        match frame.map(http_body::Frame::into_data) {
            Ok(Ok(data)) => all.extend_from_slice(&data),
            Ok(Err(frame)) => all.extend(format!("{:?}", frame.into_trailers()).bytes()),
            Err(error) => all.extend(error.to_string().bytes()),
        }
    }
    assert!(body.is_end_stream() || !all.is_empty());
    all
}

// C1
#[tokio::test]
async fn what_is_not_answered_arrives_as_it_was_sent() {
    let service = builder().build().unwrap();
    let layer = SkillsLayer::new(service, &config().with_max_request_body_bytes(600));
    let (mut rng, mut on) = (Rng::with_seed(6), 0);
    for _ in 0..1_500 {
        let mut draft = Draft::new(&mut rng, &[]);
        draft.change(&mut rng);
        let mut sent = draft.finish(&mut rng);
        if rng.bool() {
            change_text(&mut rng, &mut sent);
        }
        let response = oneshot(layer.layer(Echo::default()), sent.request()).await;
        if response.body().is_own() {
            continue;
        }
        on += 1;
        let (parts, body) = sent.request().into_parts();
        let mut expected = format!("{parts:?}\n").into_bytes();
        expected.extend(frames(body).await);
        let got = response.into_body().collect().await.unwrap().to_bytes();
        assert!(got == expected, "{sent:?}");
    }
    assert!(on > 900, "{on}");
}
