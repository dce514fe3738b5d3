"""Flask with Authlib."""
import logging
import os
from authlib.integrations.flask_client import OAuth
from authlib.integrations.requests_client import OAuth2Session
from flask import Flask, jsonify, redirect, session, url_for
from werkzeug.serving import make_server

ISSUER = os.environ["ISSUER"]
CLIENT = {"client_id": "understudy-web", "client_secret": "understudy-secret"}

app = Flask(__name__)
app.secret_key = "a secret of the app, for its own cookies"
oauth = OAuth(app)
understudy = oauth.register(
    name="understudy",
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email"},
    **CLIENT,
)
# Tokens are too large for the cookie of a session.
tokens = {}


def user_of(claims):
    return {name: claims[name] for name in ("sub", "name", "email")}


def me():
    return jsonify(user=session.get("user"), access_token=tokens.get("access_token"))


@app.errorhandler(Exception)
def fault(error):
    return jsonify(error=f"{type(error).__name__}: {error}"), 500


@app.route("/login")
def login():
    return understudy.authorize_redirect(url_for("callback", _external=True))


@app.route("/callback")
def callback():
    tokens.update(understudy.authorize_access_token())
    session["user"] = user_of(tokens["userinfo"])
    return redirect("/me")


@app.route("/me")
def show_me():
    return me()


@app.route("/userinfo")
def userinfo():
    return jsonify(user=user_of(understudy.userinfo(token=tokens)))


@app.route("/refresh")
def refresh():
    client = OAuth2Session(**CLIENT)
    endpoint = understudy.load_server_metadata()["token_endpoint"]
    tokens.update(client.refresh_token(endpoint, refresh_token=tokens["refresh_token"]))
    return me()


@app.route("/revoke")
def revoke():
    client = OAuth2Session(**CLIENT)
    endpoint = understudy.load_server_metadata()["revocation_endpoint"]
    client.revoke_token(endpoint, token=tokens["access_token"]).raise_for_status()
    return jsonify(revoked=tokens["access_token"])


logging.getLogger("werkzeug").setLevel("ERROR")
server = make_server("127.0.0.1", 0, app, threaded=True)
print(f"listening on http://127.0.0.1:{server.port}", flush=True)
server.serve_forever()
