/** The completion of bash: a function that looks at the words of the line; it needs nothing but bash 3.2. */
import type { CompletedCommand } from './completed.js';

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

/** The completion of bash. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
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
