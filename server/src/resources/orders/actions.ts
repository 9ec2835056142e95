import { type Actions, call } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { refuseParameters } from '../../api/errors.ts'
import { file, object, text } from '../../api/field.ts'
import type { SentFile } from '../../api/sent_file.ts'
import { registerFile } from '../../files/uploads.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { readDeclarations } from './declarations.ts'
import {
  type AdministrationScope,
  acceptLines,
  forgetLines,
  type Staged,
  stageLines,
  takeOverLines,
} from './staged_lines.ts'

const member = 'order.file'

export const order_actions: Actions = {
  upload: call({
    method: 'POST',
    path: '/v1/orders',
    summary: 'Upload a file of orders',
    outcome: 'The file was taken in; where its lines are seen.',
    status: 201,
    reach: 'administration',
    permission: 'orders:write',
    description:
      'Takes in a file of orders: a declaration of health care (MZ301 or AP304), or a ZIP of them. Its lines become ' +
      'order lines in `draft`, those of a large file in portions; all are there when it answers. A file with anything ' +
      'wrong in it is refused as a whole. The same file again changes nothing.',
    example: { order: { file: '@declaration.txt' } },
    body: { order: object({ file: file('The file.').required() }, 'The order.').required() },
    answer: { deeplink_url: text('Address of the order in the debtor management interface.').required() },
    // The file is read, compared and kept before the transaction, so that nobody waits for it.
    prepare: async ({ order: { file } }, beside) => {
      const lines = await readDeclarations(file, member)
      await file.keep()
      if ((await findOrder(beside, file)) !== null) return null
      await checkCurrency(beside)
      return stageLines(beside, lines, beside.now, member).catch(async (error: unknown) => {
        // The same file may have come in this very moment; then its own lines are those that are known.
        if ((await findOrder(beside, file)) === null) throw error
        return null
      })
    },
    run: async (context, { order: { file } }, staged) => {
      const known = await findOrder(context, file)
      if (known !== null && staged !== null) await forgetLines(context, staged)
      const id = known ?? (await addOrder(context, file, staged))
      const { base_url, administration_id } = context
      return { deeplink_url: `${base_url}/administrations/${administration_id}/orders/${id}` }
    },
    finish: (beside, { deeplink_url }) => takeOverLines(beside, deeplink_url.slice(deeplink_url.lastIndexOf('/') + 1)),
  }),
}

async function findOrder(
  { db, administration_id }: AdministrationScope,
  { checksum }: SentFile,
): Promise<string | null> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('files', (join) =>
      join.onRef('files.administration_id', '=', 'orders.administration_id').onRef('files.id', '=', 'orders.file_id'),
    )
    .select('orders.id')
    .where('orders.administration_id', '=', administration_id)
    .where('files.checksum', '=', checksum)
    .executeTakeFirst()
  return found?.id ?? null
}

async function addOrder(context: Context, file: SentFile, staged: Staged | null): Promise<string> {
  if (staged === null) throw new Error('An order that was there a moment ago is gone.')
  const { db, administration_id, stamp } = context
  const file_id = await registerFile(db, context, file)
  const { id } = await db
    .insertInto('orders')
    .values({ administration_id, file_id, filename: file.filename, created_at: stamp, updated_at: stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  await acceptLines(context, id, staged, member)
  await enqueue(db, 'take_over_lines', { administration_id, order_id: id })
  return id
}

/** Declarations are in euros, and lines in the currency of the administration. */
async function checkCurrency({ db, administration_id }: AdministrationScope): Promise<void> {
  const { currency_code } = await db
    .selectFrom('administrations')
    .select('currency_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (currency_code !== 'EUR') {
    refuseParameters([`${member}: is in EUR, and the administration is in ${currency_code}`])
  }
}
