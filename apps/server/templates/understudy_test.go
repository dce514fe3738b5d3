// Runs a client against Understudy, which fails on demand and sees every request.
package understudy_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A request that the served API answers with 200.
const path = "/api/education/courses"

// serve starts the server, whose options are in understudy.config.json, and gives its address.
func serve(t *testing.T) string {
	t.Helper()
	command := os.Getenv("UNDERSTUDY")
	if command == "" {
		command = "npx -y @understudy/server"
	}
	words := append(strings.Fields(command), "serve", "--port", "0", "--log", "off")
	server := exec.Command(words[0], words[1:]...)
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-server.Process.Pid, syscall.SIGTERM)
		_ = server.Wait()
	})
	// "Understudy listening on http://127.0.0.1:49152"
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal("the server did not start: ", err)
	}
	words = strings.Fields(line)
	return words[len(words)-1]
}

// sandbox gives the address of a private copy of the whole API; give it to your client.
func sandbox(t *testing.T) string {
	return serve(t) + "/sandboxes/" + strings.ToLower(t.Name())
}

func call(t *testing.T, method, url, body string, into any) *http.Response {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if into != nil {
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			t.Fatal(err)
		}
	}
	return answer
}

func TestAsksAgainAfterAFailure(t *testing.T) {
	base := sandbox(t)
	rules := `{ "rules": [{ "when": { "path": "` + path + `" }, "times": 1, "fault": "service_unavailable" }] }`
	call(t, "PUT", base+"/faults", rules, nil)

	// In the place of your client, which should wait as long as Retry-After says.
	first := call(t, "GET", base+path, "", nil)
	seconds, err := strconv.Atoi(first.Header.Get("Retry-After"))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(seconds) * time.Second)
	if second := call(t, "GET", base+path, "", nil); second.StatusCode != 200 {
		t.Fatalf("the second answer is %d", second.StatusCode)
	}

	// What the client sent, and what it did wrong.
	var journal struct{ Data []struct{ Status int } }
	call(t, "GET", base+"/requests", "", &journal)
	if len(journal.Data) != 2 || journal.Data[0].Status != 503 || journal.Data[1].Status != 200 {
		t.Fatalf("the journal has %v", journal.Data)
	}
	var conduct struct{ Data []struct{ Rule, Detail string } }
	call(t, "GET", base+"/conduct?severity=error", "", &conduct)
	if len(conduct.Data) > 0 {
		t.Fatalf("the client broke %v", conduct.Data)
	}
}
