/** The completion of fish, which shows what commands and options are for. */
import type { CompletedCommand, CompletedOption } from './completed.js';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function optionLine(command: string, { flag, help, placeholder, choices, takesFile }: CompletedOption): string {
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesFile ? ' -r -F' : ' -x';
  return `complete -c understudy -n '__understudy_runs ${command}' -l ${flag.slice(2)}${placeholder === undefined ? '' : value} -d ${quoted(help)}`;
}

function commandLines({ name, words, takesFile, runsProgram, options }: CompletedCommand): string[] {
  const files = `complete -c understudy -n '__understudy_runs ${name} ${words.length > 0 ? '-ge 2' : '-ge 1'}' -F`;
  return [
    ...options.map((option) => optionLine(name, option)),
    ...(words.length > 0
      ? [`complete -c understudy -n '__understudy_runs ${name} -eq 1' -a ${quoted(words.join(' '))}`]
      : []),
    ...(takesFile ? [files] : []),
    ...(runsProgram
      ? [`complete -c understudy -n '__understudy_program ${name}' -a '(__understudy_complete_program)'`]
      : []),
  ];
}

/** The completion of fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const [first] = commands;
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of understudy for fish. In ~/.config/fish/config.fish: understudy completion fish | source
function __understudy_named
    for word in (commandline -opc)[2..-1]
        if contains -- $word ${names}
            echo $word
            return
        end
    end
    return 1
end
# Whether a command runs; with a test of numbers, whether as many words follow it as the test says.
function __understudy_runs
    set -l words (commandline -opc)
    set -l named (__understudy_named; or echo ${first?.name ?? ''})
    test "$named" = $argv[1]; or return 1
    contains -- -- $words; and return 1
    test (count $argv) -eq 1; and return 0
    set -l at (contains -i -- $named $words; or echo 1)
    test (math (count $words) - $at + 1) $argv[2..3]
end
# Whether what is typed belongs to the program that a command runs.
function __understudy_program
    test "$(__understudy_named)" = $argv[1]; and contains -- -- (commandline -opc)
end
function __understudy_complete_program
    complete -C (string replace -r -- '^.*? -- +' '' (commandline -cp))
end
complete -c understudy -f
${commands.map(({ name, summary }) => `complete -c understudy -n 'not __understudy_named' -a ${name} -d ${quoted(summary)}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}
