<?php

// Clients of PHP with their default settings, as clients.py has those of Python.

function byGuzzle(): callable
{
    require_once 'GuzzleHttp/autoload.php';
    $client = new GuzzleHttp\Client();

    return function (string $method, string $url, string $body) use ($client): array {
        $answer = $client->request($method, $url, $body === '' ? [] : ['json' => json_decode($body)]);

        return [$answer->getStatusCode(), $answer->getHeaderLine('link'), (string) $answer->getBody()];
    };
}

function byCurl(): callable
{
    $handle = curl_init();

    return function (string $method, string $url, string $body) use ($handle): array {
        $link = '';
        curl_reset($handle);
        curl_setopt_array($handle, [CURLOPT_URL => $url, CURLOPT_RETURNTRANSFER => true]);
        curl_setopt($handle, CURLOPT_HEADERFUNCTION, function ($_, string $line) use (&$link): int {
            if (stripos($line, 'link:') === 0) {
                $link = trim(substr($line, 5));
            }

            return strlen($line);
        });
        if ($method === 'POST') {
            curl_setopt_array($handle, [CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => ['content-type: application/json']]);
        }
        $text = curl_exec($handle);
        if ($text === false) {
            throw new RuntimeException(curl_error($handle));
        }

        return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $link, $text];
    };
}

$ask = $argv[1] === 'guzzle' ? byGuzzle() : byCurl();
while (($line = fgets(STDIN)) !== false) {
    [$method, $url, $sent] = explode("\t", rtrim($line, "\n"));
    try {
        [$status, $link, $text] = $ask($method, $url, $sent);
        $answer = $status >= 300 ? "!$url was answered $status" : "$link\t$text";
    } catch (Throwable $error) {
        $answer = '!' . get_class($error) . ': ' . $error->getMessage();
    }
    echo str_replace("\n", ' ', $answer), "\n";
}
