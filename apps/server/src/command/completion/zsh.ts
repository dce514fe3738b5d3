/** The completion of zsh, which shows what commands and options are for. */
import type { CompletedCommand } from './completed.js';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A word with what it means: a colon stands between them. */
const described = (word: string, meaning: string): string =>
  quoted(`${word.replaceAll(':', String.raw`\:`)}:${meaning}`);

/** The patterns of a `case` that options of a command match. */
function cases(commands: readonly CompletedCommand[]): string[] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap(({ flag, placeholder, choices, takesFile }) => {
      if (placeholder === undefined) return [];
      const words = `compadd -- ${choices.map(quoted).join(' ')}`;
      const act = choices.length > 0 ? words : takesFile ? '_files' : `_message ${quoted(placeholder)}`;
      return [`    (${quoted(`${name} ${flag}`)}) ${act}; return ;;`];
    }),
  );
}

/** The completion of zsh. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
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
${cases(commands).join('\n')}
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
