import { Link } from '@tanstack/react-router'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import classes from './first_hour.module.css'

type FirstSideProps = { administration_id: string; runs_company: boolean; sandbox_id: string | undefined }

/** What it will look like, who could help, and what a file needs. */
export function FirstSide({ administration_id, runs_company, sandbox_id }: FirstSideProps) {
  const { words } = useWords()
  return (
    <div className={classes.side}>
      <section className={classes.note} aria-labelledby="first-today">
        <h2 id="first-today">{words.first_side_today}</h2>
        <p>{words.first_side_today_sentence}</p>
        <ol className={classes.sketch} aria-hidden="true">
          {[1, 2, 3].map((place) => (
            <li key={place}>
              <span>{place}</span>
              <span className={classes.strokes}>
                <span style={{ width: `${78 - place * 9}%` }} />
                <span style={{ width: `${34 + place * 6}%` }} />
              </span>
              <Icon name="phone" size={14} />
            </li>
          ))}
        </ol>
        {sandbox_id && (
          <Link
            className="link"
            to="/administrations/$administration_id"
            params={{ administration_id: sandbox_id }}
            activeProps={{}}
          >
            {words.first_side_today_way}
          </Link>
        )}
      </section>
      {runs_company && (
        <section className={classes.note} aria-labelledby="first-others">
          <h2 id="first-others">{words.first_side_others}</h2>
          <p>{words.first_side_others_sentence}</p>
          <Link className="link" to="/settings/users/new">
            {words.first_side_others_way}
          </Link>
        </section>
      )}
      <section className={classes.note} aria-labelledby="first-file">
        <h2 id="first-file">{words.first_side_file}</h2>
        <p>{words.first_side_file_sentence}</p>
        <Link className="link" to="/administrations/$administration_id/imports" params={{ administration_id }}>
          {words.first_side_file_way}
        </Link>
      </section>
    </div>
  )
}
