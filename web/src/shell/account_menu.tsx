import { Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../api/client.ts'
import { Icon } from '../parts/icons.tsx'
import { useSignedIn, wholeName } from '../session/signed_in.ts'
import { initials } from '../words/initials.ts'
import { type Language, language_names, localeOf, own_names, preferred } from '../words/languages.ts'
import { useWords } from '../words/words.tsx'
import classes from './account_menu.module.css'

const schemes = ['light', 'dark', 'auto'] as const

/** Everything about the person rather than the work. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const { words, language, speak } = useWords()
  const { person } = useSignedIn()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = async (): Promise<void> => {
    await ask('session.sign_out', {})
    // Whatever was read goes with the page.
    location.assign('/')
  }
  const choose = (wanted: Language): void => {
    void speak(wanted)
    // Mails follow the account. Where it cannot be saved, the interface speaks the language all the same.
    const { first_name, last_name, locale } = person
    if (preferred([locale]) !== wanted) {
      void ask('account.update', { first_name, last_name, locale: localeOf(wanted) }).catch(() => {})
    }
  }
  return (
    <Menu position={compact ? 'bottom-end' : 'top-start'} width={232} withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          data-compact={compact || undefined}
          {...(compact ? { 'aria-label': `${words.account_menu}: ${person.name}` } : {})}
        >
          {compact ? (
            <Icon name="person" size={22} />
          ) : (
            <>
              <span className={classes.initials} aria-hidden="true">
                {initials(wholeName(person))}
              </span>
              <span className={classes.name} title={person.email_address}>
                <VisuallyHidden>{words.account_menu}: </VisuallyHidden>
                {person.name}
              </span>
              <Icon name="dots" />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{words.account}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.choose_language}</Menu.Label>
        {language_names.map((name) => (
          <Choice key={name} chosen={name === language} choose={() => choose(name)} lang={name}>
            {own_names[name]}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>{words.color_scheme}</Menu.Label>
        {schemes.map((scheme) => (
          <Choice key={scheme} chosen={scheme === colorScheme} choose={() => setColorScheme(scheme)}>
            {words[`color_scheme_${scheme}`]}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>{words.sign_out}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoiceProps = { chosen: boolean; choose: () => void; children: string; lang?: string }

function Choice({ chosen, choose, children, lang }: ChoiceProps) {
  return (
    <Menu.RadioItem
      value={children}
      checked={chosen}
      onChange={choose}
      lang={lang}
      checkIcon={<Icon name="check" size={16} />}
    >
      {children}
    </Menu.RadioItem>
  )
}
