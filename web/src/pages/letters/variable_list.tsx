import { Section } from '../../parts/section.tsx'
import { sayVariable, type Variable } from '../../parts/texts/variable.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

type Props = {
  variables: readonly Variable[]
  values: readonly { name: string; value: string | null }[]
  /** Null for those who only look. */
  onInsert: ((name: string) => void) | null
}

/** Everything that a text can name, with what it is for the invoice of the preview. */
export function VariableList({ variables, values, onInsert }: Props) {
  const { words } = useWords()
  return (
    <Section title={words.letters_variables} sentence={words.letters_variables_sentence}>
      <table className={classes.variables} aria-label={words.letters_variables}>
        <tbody>
          {variables.map(({ name, description, block }) => {
            const stands_for = sayVariable({ name, description }, words)
            return (
              <tr key={name}>
                <th scope="row">
                  {onInsert ? (
                    <button
                      type="button"
                      className={classes.variable}
                      aria-label={fill(words.letters_insert, { name })}
                      onClick={() => onInsert(name)}
                    >
                      {name}
                    </button>
                  ) : (
                    <code>{name}</code>
                  )}
                </th>
                <td>
                  {block
                    ? stands_for
                    : (values.find((one) => one.name === name)?.value ?? <Nothing text={stands_for} />)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

const Nothing = ({ text }: { text: string }) => <span className="hint">{text}</span>
