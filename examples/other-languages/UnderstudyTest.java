/** Runs a client against Understudy, which fails on demand and sees every request. */
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class UnderstudyTest {
  private static final String PATH = "/api/education/courses";
  private static final HttpClient http = HttpClient.newHttpClient();
  private static Process server;
  private static String origin;

  /** The address of a private copy of the whole API; give it to your client. */
  private String sandbox;

  @BeforeAll
  static void serve() throws Exception {
    String command = System.getenv().getOrDefault("UNDERSTUDY", "npx -y @understudy/server");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("serve", "--port", "0", "--log", "off"));
    server = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // "Understudy listening on http://127.0.0.1:49152"
    String line = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
    origin = line.substring(line.lastIndexOf(' ') + 1);
  }

  @AfterAll
  static void stop() throws Exception {
    // npx starts the server as a process of its own.
    server.descendants().forEach(ProcessHandle::destroy);
    server.destroy();
    server.waitFor();
  }

  @BeforeEach
  void open(TestInfo test) {
    sandbox = origin + "/sandboxes/" + test.getTestMethod().orElseThrow().getName().toLowerCase();
  }

  private static HttpResponse<String> call(String method, String url, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(body))
        .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private static HttpResponse<String> get(String url) throws Exception {
    return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  @Test
  void asksAgainAfterAFailure() throws Exception {
    String rule = "{ \"when\": { \"path\": \"" + PATH + "\" }, \"times\": 1, \"fault\": \"service_unavailable\" }";
    call("PUT", sandbox + "/faults", "{ \"rules\": [" + rule + "] }");

    // In the place of your client, which should wait as long as Retry-After says.
    HttpResponse<String> first = get(sandbox + PATH);
    assertEquals(503, first.statusCode());
    Thread.sleep(1000 * first.headers().firstValueAsLong("Retry-After").orElseThrow());
    assertEquals(200, get(sandbox + PATH).statusCode());

    // What the client sent, and what it did wrong. A JSON library reads more of it.
    String journal = get(sandbox + "/requests?path=" + PATH).body();
    assertTrue(journal.contains("\"total\":2"), journal);
    String conduct = get(sandbox + "/conduct?severity=error").body();
    assertTrue(conduct.contains("\"data\":[]"), conduct);
  }
}
