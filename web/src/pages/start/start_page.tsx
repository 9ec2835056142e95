import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../parts/code_block.tsx'
import { Frame } from '../../parts/frame.tsx'
import { Shore } from '../../parts/shore.tsx'
import { useWords } from '../../words/words.tsx'
import { HealthPanel } from './health_panel.tsx'
import classes from './start_page.module.css'

const make_token = 'npx dunlin create-token --name "First look" --permissions debtors:read'

/** What a person sees who opens the address of a Dunlin for the first time. */
export function StartPage() {
  const { words } = useWords()
  return (
    <Frame title={words.start_title}>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.heading}>{words.start_heading}</h1>
          <p className={classes.sentence}>{words.start_sentence}</p>
          <Button className={classes.sign_in} size="md" renderRoot={(props) => <Link to="/sign_in" {...props} />}>
            {words.sign_in}
          </Button>
        </div>
        <Shore className={classes.shore} />
      </section>
      <HealthPanel />
      <section aria-labelledby="where">
        <h2 id="where" className={classes.subheading}>
          {words.where_heading}
        </h2>
        <ul className={classes.resources}>
          <ResourceLink href="/docs" title={words.reference_title} sentence={words.reference_sentence} />
          <ResourceLink href="/openapi.json" title={words.openapi_title} sentence={words.openapi_sentence} />
          <ResourceLink href="/metrics" title={words.metrics_title} sentence={words.metrics_sentence} />
        </ul>
      </section>
      <section aria-labelledby="first">
        <h2 id="first" className={classes.subheading}>
          {words.first_heading}
        </h2>
        <p className={classes.step}>{words.first_token}</p>
        <CodeBlock label={words.first_token_label} code={make_token} />
        <p className={classes.step}>{words.first_call}</p>
        <CodeBlock label={words.first_call_label} code={firstCall(location.origin)} />
      </section>
    </Frame>
  )
}

function ResourceLink({ href, title, sentence }: { href: string; title: string; sentence: string }) {
  return (
    <li className={classes.resource}>
      <a href={href} className={classes.link}>
        {title}
      </a>
      <p className={classes.about}>{sentence}</p>
      <code className={classes.path}>{href}</code>
    </li>
  )
}

function firstCall(origin: string): string {
  return `export DUNLIN_TOKEN=…\ncurl -H "Authorization: Bearer $DUNLIN_TOKEN" \\\n  "${origin}/v1/debtors?administration_id=1&per_page=5"`
}
