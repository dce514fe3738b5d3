/** `understudy completion`: prints a script that completes the command in a shell. */
import { writeWhole } from './terminal.js';
import { type Command, type CommandOutline, type Commands, commands as allCommands } from './commands.js';
import type { Option } from '../options/option.js';
import { withCommon } from './options-from.js';

interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  /** What it does, in one line. */
  readonly help: string;
  /** What its value is; undefined where it has none. */
  readonly placeholder: string | undefined;
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** The words that its first operand can be. */
  readonly words: readonly string[];
  readonly takesFile: boolean;
  readonly runsProgram: boolean;
  readonly options: readonly CompletedOption[];
}

const HELP: CompletedOption = {
  flag: '--help',
  help: 'Show this help.',
  placeholder: undefined,
  choices: [],
  takesFile: false,
};

function completedOption({ flag, help, placeholder, choices = [] }: Option<unknown>): CompletedOption {
  return { flag: `--${flag}`, help, placeholder, choices, takesFile: placeholder?.startsWith('FILE') === true };
}

async function completedCommand(outline: CommandOutline): Promise<CompletedCommand> {
  const { name, summary, actions = [], takesFile = false, runsProgram = false } = outline;
  const options = withCommon((await outline.load()).options());
  const all = [...Object.values(options).map(completedOption), HELP];
  return { name, summary, words: actions, takesFile, runsProgram, options: all };
}

/** What a shell can complete of some commands; the first is the one that runs where none is named. */
export async function completed(commands: Commands): Promise<readonly CompletedCommand[]> {
  const help: CompletedCommand = {
    name: 'help',
    summary: 'Shows the options of a command.',
    words: commands.map(({ name }) => name),
    takesFile: false,
    runsProgram: false,
    options: [HELP],
  };
  return [...(await Promise.all(commands.map(completedCommand))), help];
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const list = (words: readonly string[]): string => quoted(words.join(' '));

/** The patterns of a `case` that options of a command match. */
function cases(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ name, options }) => {
    const valued = options.filter(({ placeholder }) => placeholder !== undefined);
    const chosen = valued.filter(({ choices }) => choices.length > 0);
    const files = valued.filter(({ takesFile }) => takesFile);
    const others = valued.filter(({ choices, takesFile }) => choices.length === 0 && !takesFile);
    const pattern = (of: typeof valued) => of.map(({ flag }) => quoted(`${name} ${flag}`)).join('|');
    return [
      ...chosen.map((one) => `    ${pattern([one])}) _understudy_words ${list(one.choices)}; return ;;`),
      ...(files.length > 0 ? [`    ${pattern(files)}) _understudy_files; return ;;`] : []),
      ...(others.length > 0 ? [`    ${pattern(others)}) return ;;`] : []),
    ];
  });
}

function bashCompletion(commands: readonly CompletedCommand[]): string {
  const [first] = commands;
  const names = commands.map(({ name }) => name);
  const operands = commands.flatMap(({ name, words, takesFile, runsProgram }) => [
    ...(words.length > 0 ? [`    ${name}:0) _understudy_words ${list(words)} ;;`] : []),
    ...(takesFile || runsProgram ? [`    ${name}:*) _understudy_files ;;`] : []),
  ]);
  return `# Completion of understudy for bash. In ~/.bashrc: eval "$(understudy completion bash)"
_understudy_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
_understudy_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}
_understudy() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command=${first?.name ?? ''} at=0 i
  COMPREPLY=()
  # The value of --flag=value is a word of its own.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --) if [[ $at -gt 0 ]]; then COMPREPLY=($(compgen -c -f -- "$cur")); return; fi ;;
      ${names.join('|')}) if [[ $at -eq 0 ]]; then command=\${COMP_WORDS[i]}; at=$i; fi ;;
    esac
  done
  case "$command $prev" in
${cases(commands).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${commands.map(({ name, options }) => `      ${name}) _understudy_words ${list(options.map(({ flag }) => flag))} ;;`).join('\n')}
    esac
    return
  fi
  if [[ $at -eq 0 ]]; then _understudy_words ${list(names)}; return; fi
  case $command:$((COMP_CWORD - at - 1)) in
${operands.join('\n')}
  esac
}
complete -F _understudy understudy
`;
}

const quotedForFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function optionLine(command: string, { flag, help, placeholder, choices, takesFile }: CompletedOption): string {
  const value = choices.length > 0 ? ` -x -a ${quotedForFish(choices.join(' '))}` : takesFile ? ' -r -F' : ' -x';
  return `complete -c understudy -n '__understudy_runs ${command}' -l ${flag.slice(2)}${placeholder === undefined ? '' : value} -d ${quotedForFish(help)}`;
}

function commandLines({ name, words, takesFile, runsProgram, options }: CompletedCommand): string[] {
  const files = `complete -c understudy -n '__understudy_runs ${name} ${words.length > 0 ? '-ge 2' : '-ge 1'}' -F`;
  return [
    ...options.map((option) => optionLine(name, option)),
    ...(words.length > 0
      ? [`complete -c understudy -n '__understudy_runs ${name} -eq 1' -a ${quotedForFish(words.join(' '))}`]
      : []),
    ...(takesFile ? [files] : []),
    ...(runsProgram
      ? [`complete -c understudy -n '__understudy_program ${name}' -a '(__understudy_complete_program)'`]
      : []),
  ];
}

function fishCompletion(commands: readonly CompletedCommand[]): string {
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
${commands.map(({ name, summary }) => `complete -c understudy -n 'not __understudy_named' -a ${name} -d ${quotedForFish(summary)}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
}

const quotedForZsh = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A word with what it means: a colon stands between them. */
const described = (word: string, meaning: string): string =>
  quotedForZsh(`${word.replaceAll(':', String.raw`\:`)}:${meaning}`);

/** The patterns of a `case` that options of a command match. */
function casesOfZsh(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap(({ flag, placeholder, choices, takesFile }) => {
      if (placeholder === undefined) return [];
      const words = `compadd -- ${choices.map(quotedForZsh).join(' ')}`;
      const act = choices.length > 0 ? words : takesFile ? '_files' : `_message ${quotedForZsh(placeholder)}`;
      return [`    (${quotedForZsh(`${name} ${flag}`)}) ${act}; return ;;`];
    }),
  );
}

function zshCompletion(commands: readonly CompletedCommand[]): string {
  const [first] = commands;
  const names = commands.map(({ name }) => name);
  const operands = commands.flatMap(({ name, words, takesFile, runsProgram }) => [
    ...(words.length > 0 ? [`    (${name}:0) compadd -- ${words.join(' ')} ;;`] : []),
    ...(takesFile || runsProgram ? [`    (${name}:*) _files ;;`] : []),
  ]);
  return `#compdef understudy
# Completion of understudy for zsh. In ~/.zshrc, after compinit: eval "$(understudy completion zsh)"
_understudy() {
  local command=${first?.name ?? ''} prev=$words[CURRENT-1] i
  local -i at=0
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      (--) if ((at > 0)); then words=("\${(@)words[i+1,-1]}"); ((CURRENT -= i)); _normal; return; fi ;;
      (${names.join('|')}) if ((at == 0)); then command=$words[i]; at=i; fi ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    prev=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  case "$command $prev" in
${casesOfZsh(commands).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
${commands
  .map(
    ({ name, options }) =>
      `      (${name}) found=(\n${options.map(({ flag, help }) => `        ${described(flag, help)}`).join('\n')}\n      ) ;;`,
  )
  .join('\n')}
    esac
    _describe -o option found
    return
  fi
  if ((at == 0)); then
    found=(
${commands.map(({ name, summary }) => `      ${described(name, summary)}`).join('\n')}
    )
    _describe command found
    return
  fi
  case $command:$((CURRENT - at - 1)) in
${operands.join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _understudy "$@"; else compdef _understudy understudy; fi
`;
}

const scripts: Readonly<Record<string, typeof bashCompletion>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `understudy completion`. */
export const command: Command = {
  options: () => ({}),
  run: async ({ action }, { write }) => {
    const script = scripts[action];
    if (script !== undefined) writeWhole(write)(script(await completed(allCommands)));
    return 0;
  },
};
