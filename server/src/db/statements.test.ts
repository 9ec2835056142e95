import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from './migration_files.ts'
import { splitStatements } from './statements.ts'

test('a file is cut where its statements end, and nowhere else', () => {
  const text = `-- First; a comment.
select ';' as a, 'it''s; so' as b; -- Behind; it.
create function f() returns void language plpgsql as $$ begin perform 1; perform 2; end $$;
do $body$ begin perform '$$;'; end $body$;
select ";" from t
`
  assert.deepEqual(splitStatements(text), [
    `select ';' as a, 'it''s; so' as b`,
    'create function f() returns void language plpgsql as $$ begin perform 1; perform 2; end $$',
    `do $body$ begin perform '$$;'; end $body$`,
    'select ";" from t',
  ])
  assert.deepEqual(splitStatements('-- Nothing.\n'), [])
})

test('each statement of our migrations begins with what it does', async () => {
  const verb = /^(create|alter|drop|insert|update|delete|select|comment|with|do)\b/
  for (const { name, text } of await readMigrations())
    for (const statement of splitStatements(text)) assert.match(statement, verb, name)
})
