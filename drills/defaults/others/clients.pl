# Clients of Perl with their default settings, as clients.py has those of Python.
use strict;
use warnings;
use HTTP::Tiny;

my $ask;
if ($ARGV[0] eq 'lwp') {
    require LWP::UserAgent;
    my $agent = LWP::UserAgent->new;
    $ask = sub {
        my ($method, $url, $body) = @_;
        my @sent = ('Content-Type' => 'application/json', Content => $body);
        my $answer = $method eq 'GET' ? $agent->get($url) : $agent->post($url, @sent);
        return ($answer->code, scalar $answer->header('link'), $answer->decoded_content);
    };
} else {
    my $agent = HTTP::Tiny->new;
    $ask = sub {
        my ($method, $url, $body) = @_;
        my $sent = $method eq 'GET' ? {} : { headers => { 'content-type' => 'application/json' }, content => $body };
        my $answer = $agent->request($method, $url, $sent);
        return ($answer->{status}, $answer->{headers}{link}, $answer->{content});
    };
}

$| = 1;
while (my $line = <STDIN>) {
    chomp $line;
    my ($status, $link, $text) = $ask->(split /\t/, $line, 3);
    my $answer = $status >= 300 ? "!was answered $status" : ($link // '') . "\t" . ($text // '');
    $answer =~ tr/\n/ /;
    utf8::encode($answer) if utf8::is_utf8($answer);
    print "$answer\n";
}
