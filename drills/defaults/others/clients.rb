# Clients of Ruby with their default settings, as clients.py has those of Python.
require 'json'

clients = {
  'net-http' => lambda do
    require 'net/http'
    connection = nil
    lambda do |method, url, body|
      uri = URI(url)
      connection ||= Net::HTTP.start(uri.host, uri.port)
      request = method == 'GET' ? Net::HTTP::Get.new(uri) : Net::HTTP::Post.new(uri, 'content-type' => 'application/json')
      request.body = body unless body.empty?
      answer = connection.request(request)
      [answer.code.to_i, answer['link'], answer.body]
    end
  end,
  'faraday' => lambda do
    require 'faraday'
    connection = Faraday.new
    lambda do |method, url, body|
      answer = method == 'GET' ? connection.get(url) : connection.post(url, body, 'content-type' => 'application/json')
      [answer.status, answer.headers['link'], answer.body]
    end
  end,
  'httparty' => lambda do
    require 'httparty'
    lambda do |method, url, body|
      headers = { 'content-type' => 'application/json' }
      answer = method == 'GET' ? HTTParty.get(url) : HTTParty.post(url, body: body, headers: headers)
      [answer.code, answer.headers['link'], answer.body]
    end
  end,
  'excon' => lambda do
    require 'excon'
    lambda do |method, url, body|
      headers = { 'content-type' => 'application/json' }
      answer = method == 'GET' ? Excon.get(url) : Excon.post(url, body: body, headers: headers)
      [answer.status, answer.headers['link'], answer.body]
    end
  end
}

ask = clients[ARGV[0]].call
$stdout.sync = true
$stdin.each_line do |line|
  method, url, sent = line.chomp.split("\t", 3)
  begin
    status, link, text = ask.call(method, url, sent)
    answer = status >= 300 ? "!#{url} was answered #{status}" : "#{link}\t#{text}"
  rescue StandardError => e
    answer = "!#{e.class}: #{e.message}"
  end
  puts answer.tr("\n", ' ')
end
