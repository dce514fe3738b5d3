// Go with go-oidc and golang.org/x/oauth2.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

type user struct {
	Sub   string `json:"sub"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type shown struct {
	User        *user  `json:"user"`
	AccessToken string `json:"access_token,omitempty"`
}

func random() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	origin := "http://" + listener.Addr().String()
	config := oauth2.Config{
		ClientID:     "understudy-web",
		ClientSecret: "understudy-secret",
		Endpoint:     provider.Endpoint(),
		RedirectURL:  origin + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	state, nonce := random(), random()
	var token *oauth2.Token
	var who *user

	finish := func(request *http.Request) error {
		if request.URL.Query().Get("state") != state {
			return errors.New("wrong state")
		}
		if token, err = config.Exchange(ctx, request.URL.Query().Get("code")); err != nil {
			return err
		}
		raw, _ := token.Extra("id_token").(string)
		verified, err := verifier.Verify(ctx, raw)
		if err != nil {
			return err
		}
		if verified.Nonce != nonce {
			return errors.New("wrong nonce")
		}
		if err := verified.VerifyAccessToken(token.AccessToken); err != nil {
			return err
		}
		return verified.Claims(&who)
	}
	me := func() (*shown, error) {
		if token == nil {
			return &shown{}, nil
		}
		return &shown{who, token.AccessToken}, nil
	}
	userinfo := func() (*shown, error) {
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return nil, err
		}
		claims := &user{}
		return &shown{User: claims}, info.Claims(claims)
	}
	refresh := func() (*shown, error) {
		// A source without an access token gets one.
		token, err = config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
		if err != nil {
			return nil, err
		}
		return me()
	}

	show := func(path string, what func() (*shown, error)) {
		http.HandleFunc(path, func(writer http.ResponseWriter, _ *http.Request) {
			writer.Header().Set("Content-Type", "application/json")
			var answer interface{}
			answer, err := what()
			if err != nil {
				answer = map[string]string{"error": err.Error()}
			}
			json.NewEncoder(writer).Encode(answer)
		})
	}
	show("/me", me)
	show("/userinfo", userinfo)
	show("/refresh", refresh)
	http.HandleFunc("/login", func(writer http.ResponseWriter, request *http.Request) {
		http.Redirect(writer, request, config.AuthCodeURL(state, oidc.Nonce(nonce)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(writer http.ResponseWriter, request *http.Request) {
		if err := finish(request); err != nil {
			writer.Header().Set("Content-Type", "application/json")
			json.NewEncoder(writer).Encode(map[string]string{"error": err.Error()})
			return
		}
		http.Redirect(writer, request, "/me", http.StatusFound)
	})
	fmt.Printf("listening on %s\n", origin)
	log.Fatal(http.Serve(listener, nil))
}
