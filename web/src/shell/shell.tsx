import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { session_query } from '../api/queries.ts'
import frame from '../parts/frame.module.css'
import { Mark } from '../parts/mark.tsx'
import { Note } from '../parts/note.tsx'
import { type SignedIn, SignedInContext } from '../session/signed_in.ts'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import { AccountMenu } from './account_menu.tsx'
import { AdministrationSwitch } from './administration_switch.tsx'
import { EngineLine } from './engine_line.tsx'
import { Find } from './find.tsx'
import { Live } from './live.ts'
import { Navigation } from './navigation.tsx'
import { QuickWays } from './quick_ways.tsx'
import { SandboxStripe } from './sandbox_stripe.tsx'
import classes from './shell.module.css'
import { SignInAgain } from './sign_in_again.tsx'

/**
 * What stands around the pages of somebody who is signed in. When their session ends, the page stays below what asks
 * them to sign in again. Nothing is shown before the language of the account is spoken, so that no page begins in
 * another one.
 */
export function Shell() {
  const { suggest } = useWords()
  const { data } = useQuery(session_query)
  const here = useRef<SignedIn | null>(null)
  if (data?.person) here.current = { ...data, person: data.person }
  const locale = data?.person?.locale ?? null
  const [spoken, setSpoken] = useState<string | null>(null)
  useLayoutEffect(() => {
    // Where its words do not come, the language that is spoken already goes on.
    if (locale !== null) void suggest(locale).finally(() => setSpoken(locale))
  }, [locale, suggest])
  if (here.current === null || spoken === null) return null
  const ended = data?.person === null
  return (
    <>
      <FullShell session={here.current} ended={ended} />
      {ended && <SignInAgain person={here.current.person} />}
    </>
  )
}

function FullShell({ session, ended }: { session: SignedIn; ended: boolean }) {
  const { words } = useWords()
  return (
    <SignedInContext value={session}>
      {ended || <Live />}
      <div className={classes.shell}>
        <a className={frame.skip} href="#content">
          {words.skip_to_content}
        </a>
        <aside className={classes.side}>
          <AdministrationSwitch />
          <Find />
          <div className={classes.scroll}>
            <Navigation />
          </div>
          <div className={classes.foot}>
            <EngineLine />
            <AccountMenu />
          </div>
        </aside>
        <TopBar />
        <main id="content" tabIndex={-1} className={classes.content}>
          <SandboxStripe />
          {session.person.address_proven || <UnprovenNote email_address={session.person.email_address} />}
          <Outlet />
        </main>
      </div>
    </SignedInContext>
  )
}

/** Somebody who began through an application still has to open the mail. */
function UnprovenNote({ email_address }: { email_address: string }) {
  const { words } = useWords()
  return (
    <Note tone="warning" title={words.unproven_title}>
      <p>{fill(words.unproven_sentence, { email_address })}</p>
    </Note>
  )
}

/** The same on a phone: a bar on top, and the rest in a drawer that closes as soon as the reader goes somewhere. */
function TopBar() {
  const { words } = useWords()
  const [opened, drawer] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes because the path changed.
  useEffect(() => drawer.close(), [path])
  return (
    <header className={classes.bar}>
      <Burger
        size="sm"
        className={classes.burger}
        opened={opened}
        onClick={drawer.toggle}
        aria-label={words.open_navigation}
      />
      <Link to="/" className={frame.name} aria-label={words.home}>
        <Mark size={30} />
      </Link>
      <QuickWays />
      <AccountMenu compact />
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={300}
        title={words.navigation}
        closeButtonProps={{ 'aria-label': words.close_navigation }}
      >
        <div className={classes.drawer}>
          <AdministrationSwitch />
          <Navigation />
          <EngineLine />
        </div>
      </Drawer>
    </header>
  )
}
