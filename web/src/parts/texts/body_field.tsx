import { Button, Textarea, type TextareaProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../words/words.tsx'
import { Chooser } from '../composer/chooser.tsx'
import classes from './body_field.module.css'
import { insertedIn, marksIn, strongIn } from './marks.ts'
import type { Writing } from './use_writing.ts'
import { sayVariable, type Variable } from './variable.ts'

type BodyFieldProps = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string
  variables: readonly Variable[]
  may_change: boolean
  writing: Writing
  /** Whether words can be strong: not in a mail that is plain text. */
  strong?: boolean
  onText: (text: string) => void
}

/** A text with what it names marked, and a bar to make words strong and to put a variable or a condition in. */
export function BodyField({ value, variables, may_change, writing, strong = true, onText, ...rest }: BodyFieldProps) {
  const { words } = useWords()
  const { field, write } = writing
  const choiceOf = (one: Variable) => ({ value: one.name, label: one.name, hint: sayVariable(one, words) })
  const known = new Set(variables.map(({ name }) => name))
  const press = (event: KeyboardEvent): void => {
    if (!may_change || !strong || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b') return
    event.preventDefault()
    write(strongIn)
  }
  const bar = may_change && (
    <div className={classes.bar} role="toolbar" aria-label={words.letters_format}>
      {strong && (
        <Button variant="subtle" fw={750} aria-keyshortcuts="Control+B" onClick={() => write(strongIn)}>
          {words.letters_strong}
        </Button>
      )}
      <Chooser
        label={words.letters_condition}
        icon="flows"
        shortcut={undefined}
        choices={variables.filter(({ block }) => !block).map(choiceOf)}
        onChoose={(name) => write(insertedIn(`{% if ${name} %}`, '{% endif %}'))}
      />
      <Chooser
        label={words.letters_variable}
        icon="plus"
        shortcut={undefined}
        choices={variables.map(choiceOf)}
        onChoose={(name) => write(insertedIn(`{{ ${name} }}`))}
      />
    </div>
  )
  return (
    <Textarea
      ref={field}
      classNames={{ input: classes.input }}
      autosize
      minRows={12}
      readOnly={!may_change}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={press}
      inputContainer={(input) => (
        <>
          {bar}
          <div className={classes.layers}>
            <div className={classes.under} aria-hidden="true">
              {marksIn(value, known).map(({ at, text, mark }) => (
                <span key={at} data-mark={mark}>
                  {text}
                </span>
              ))}
              {'\n'}
            </div>
            {input}
          </div>
        </>
      )}
      {...rest}
    />
  )
}
