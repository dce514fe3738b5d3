import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Java's HttpClient with its default settings, as clients.py has those of Python. */
class Clients {
  public static void main(String[] args) throws Exception {
    var client = HttpClient.newHttpClient();
    var input = new BufferedReader(new InputStreamReader(System.in));
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      var words = line.split("\t", 3);
      var request = HttpRequest.newBuilder(URI.create(words[1]));
      if (!words[2].isEmpty()) {
        request.header("content-type", "application/json").POST(BodyPublishers.ofString(words[2]));
      }
      String answer;
      try {
        var response = client.send(request.build(), BodyHandlers.ofString());
        var link = response.headers().firstValue("link").orElse("");
        answer = response.statusCode() >= 300 ? "!" + words[1] + " was answered " + response.statusCode() : link + "\t" + response.body();
      } catch (Exception error) {
        answer = "!" + error;
      }
      System.out.println(answer.replace('\n', ' '));
    }
  }
}
