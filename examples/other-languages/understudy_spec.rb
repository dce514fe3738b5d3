# Runs a client against Understudy, which fails on demand and sees every request.
require 'json'
require 'net/http'

PATH = '/api/education/courses'
SERVE = "#{ENV.fetch('UNDERSTUDY', 'npx -y @understudy/server')} serve --port 0 --log off".split

RSpec.describe 'a client' do
  before(:all) do
    output, writer = IO.pipe
    @server = Process.spawn(*SERVE, out: writer, pgroup: true)
    writer.close
    # "Understudy listening on http://127.0.0.1:49152"
    @origin = output.gets.split.last
  end

  after(:all) do
    Process.kill('TERM', -@server)
    Process.wait(@server)
  end

  # The address of a private copy of the whole API; give it to your client.
  let(:sandbox) { |example| "#{@origin}/sandboxes/#{example.description.downcase.tr(' ', '-')}" }

  def get(url)
    Net::HTTP.get_response(URI(url))
  end

  def data(url)
    JSON.parse(get(url).body).fetch('data')
  end

  it 'asks again after a failure' do
    rule = { when: { path: PATH }, times: 1, fault: 'service_unavailable' }
    Net::HTTP.new(URI(@origin).host, URI(@origin).port).put(
      URI("#{sandbox}/faults").path, JSON.generate(rules: [rule]), 'Content-Type' => 'application/json'
    )

    # In the place of your client, which should wait as long as Retry-After says.
    first = get(sandbox + PATH)
    sleep first['Retry-After'].to_f
    expect(get(sandbox + PATH).code).to eq('200')

    # What the client sent, and what it did wrong.
    expect(data("#{sandbox}/requests").map { |entry| entry['status'] }).to eq([503, 200])
    expect(data("#{sandbox}/conduct?severity=error")).to eq([])
  end
end
