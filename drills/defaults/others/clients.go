// Clients of Go with their default settings, as clients.py has those of Python.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/go-resty/resty"
	"github.com/hashicorp/go-retryablehttp"
)

type answer struct {
	status     int
	link, text string
}

func read(response *http.Response, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header.Get("link"), string(text)}, err
}

func byNetHTTP(method, url, body string) (answer, error) {
	if method == "GET" {
		return read(http.Get(url))
	}
	return read(http.Post(url, "application/json", strings.NewReader(body)))
}

func byRetryable() func(method, url, body string) (answer, error) {
	client := retryablehttp.NewClient()
	return func(method, url, body string) (answer, error) {
		if method == "GET" {
			return read(client.Get(url))
		}
		return read(client.Post(url, "application/json", strings.NewReader(body)))
	}
}

func byResty() func(method, url, body string) (answer, error) {
	client := resty.New()
	return func(method, url, body string) (answer, error) {
		request := client.R()
		if method != "GET" {
			request.SetHeader("content-type", "application/json").SetBody(body)
		}
		response, err := request.Execute(method, url)
		if err != nil {
			return answer{}, err
		}
		return answer{response.StatusCode(), response.Header().Get("link"), response.String()}, nil
	}
}

func main() {
	ask := byNetHTTP
	switch os.Args[1] {
	case "retryable":
		ask = byRetryable()
	case "resty":
		ask = byResty()
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		words := strings.SplitN(input.Text(), "\t", 3)
		got, err := ask(words[0], words[1], words[2])
		line := got.link + "\t" + got.text
		if err != nil {
			line = "!" + err.Error()
		} else if got.status >= 300 {
			line = fmt.Sprintf("!%s was answered %d", words[1], got.status)
		}
		fmt.Println(strings.ReplaceAll(line, "\n", " "))
	}
}
