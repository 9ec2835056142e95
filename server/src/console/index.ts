import { calls, type Family, family } from '../api/actions.ts'
import type { OpenBytes } from '../letters/rendering/pdf.ts'
import { account_calls } from './account.ts'
import { administration_general_calls } from './administration_general.ts'
import { administrationLogoCalls } from './administration_logo.ts'
import { administration_settings_calls } from './administration_settings.ts'
import { agreement_calls } from './agreements.ts'
import { api_token_actions, api_tokens } from './api_tokens.ts'
import {
  application_deliveries,
  application_delivery_actions,
  application_webhook_actions,
  application_webhooks,
} from './application_webhooks.ts'
import { application_actions, applications } from './applications.ts'
import { audit_entries } from './audit_entries.ts'
import { authorization_calls } from './authorization.ts'
import { caseDossierCalls } from './case_dossier.ts'
import { composer_calls } from './composer.ts'
import { connection_actions, connections } from './connections.ts'
import { conversationCalls } from './conversation.ts'
import { conversation_list_calls } from './conversation_list.ts'
import { credit_case_list_calls } from './credit_case_list.ts'
import { debtor_fact_calls } from './debtor_facts.ts'
import { debtor_list_calls } from './debtor_list.ts'
import { done_step_calls } from './done_steps.ts'
import { dry_run_calls } from './dry_runs.ts'
import { flow_version_calls } from './flow_versions.ts'
import { import_calls } from './imports.ts'
import { invoice_list_calls } from './invoice_list.ts'
import { law_page_calls } from './law.ts'
import { letterBatchCalls } from './letter_batches.ts'
import { letterListCalls } from './letter_list.ts'
import { letterPreviewCalls } from './letter_previews.ts'
import { letter_text_calls } from './letter_texts.ts'
import { link_calls } from './links.ts'
import { type MailSender, mailDomainCalls } from './mail_domain.ts'
import { mailActions, mails, type ReadKeptMail } from './mails.ts'
import { messageListCalls } from './message_list.ts'
import { outbox_calls } from './outbox.ts'
import { waitingLetters } from './outbox_letters.ts'
import { outlook_calls } from './outlooks.ts'
import { overview_calls } from './overview.ts'
import { payment_behaviour_calls } from './payment_behaviour.ts'
import { payment_plan_list_calls } from './payment_plan_list.ts'
import { reply_text_calls } from './reply_texts.ts'
import { report_list_calls } from './report_lists.ts'
import { report_calls } from './reports.ts'
import { sandbox_calls } from './sandbox.ts'
import { sandboxes_calls } from './sandboxes.ts'
import { saved_view_calls } from './saved_views.ts'
import { search_calls } from './search.ts'
import { sessionCalls } from './session.ts'
import { session_actions, sessions } from './sessions.ts'
import { standing_calls } from './standing.ts'
import { statement_paper_calls } from './statements.ts'
import { task_list_calls } from './task_list.ts'
import { timeline_calls } from './timeline.ts'
import { today_calls } from './today.ts'
import { user_actions, users } from './users.ts'
import { webhook_request_calls } from './webhook_requests.ts'

/** What the console needs to know of how the service runs. */
export type ConsoleOptions = {
  /** Whether mails are kept instead of sent. */
  mails_kept: boolean
  readKept: ReadKeptMail
  /** Signs the links to files. */
  link_key: Buffer
  /** The bytes of a file; null when they are not there. */
  openFile: OpenBytes
  /** Where mail comes in; null: nowhere. */
  mail_address: string | null
  sender: MailSender
}

/** What our own pages call, family by family. It is not part of the interface, and changes with the pages. */
export const consoleFamilies = ({ mails_kept, readKept, link_key, openFile, ...mail }: ConsoleOptions): Family[] => [
  calls('session', 'Who is signed in, and the ways in and out.', sessionCalls(mails_kept)),
  calls('link', 'One-time links.', link_calls),
  calls('account', 'The own account.', account_calls),
  family(sessions, session_actions),
  family(applications, application_actions),
  family(application_webhooks, application_webhook_actions),
  family(application_deliveries, application_delivery_actions),
  family(connections, connection_actions),
  family(api_tokens, api_token_actions),
  family(users, user_actions),
  family(mails, mailActions(readKept)),
  calls('mail_domain', 'Whether our mails are believed.', mailDomainCalls(mail.sender)),
  family(audit_entries),
  calls('authorization', 'What an application asks for.', authorization_calls),
  calls('administration_general', 'Who an administration is.', administration_general_calls),
  calls('administration_logos', 'The logo above what debtors see.', administrationLogoCalls(link_key)),
  calls('administration_settings', 'Settings of an administration.', administration_settings_calls),
  calls('flow_versions', 'Flows as somebody writes them.', flow_version_calls),
  calls('dry_runs', 'What flows would do.', dry_run_calls),
  calls('today', 'Who to contact first, and why.', today_calls),
  calls('agreements', 'What can be agreed on with a debtor, and booked by hand.', agreement_calls),
  calls('overview', 'How an administration stands.', overview_calls),
  calls('debtor_list', 'Debtors as somebody goes through them.', debtor_list_calls),
  calls('imports', 'Files that somebody brings in.', import_calls),
  calls('invoice_list', 'Invoices as somebody goes through them.', invoice_list_calls),
  calls('credit_case_list', 'Credit cases as somebody watches over them.', credit_case_list_calls),
  calls('case_dossiers', 'Claims of credit cases, and what belongs to them.', caseDossierCalls(link_key)),
  calls('standing', 'How a record stands, and why.', standing_calls),
  calls('outlooks', 'What comes next for a record, and why.', outlook_calls),
  calls('done_steps', 'What was done for a record.', done_step_calls),
  calls('task_list', 'Tasks as somebody works through them.', task_list_calls),
  calls('message_list', 'What debtors wrote.', messageListCalls(link_key, mail.mail_address)),
  calls('conversations', 'What is said with debtors.', { ...conversation_list_calls, ...conversationCalls(link_key) }),
  calls('reply_texts', 'Texts to answer debtors with.', reply_text_calls),
  calls('composer', 'What somebody needs to write to a debtor.', composer_calls),
  calls('payment_plan_list', 'Payment plans as somebody watches over them.', payment_plan_list_calls),
  calls('letter_list', 'What went out to debtors.', letterListCalls(link_key)),
  calls('letter_texts', 'The texts of letters.', {
    ...letter_text_calls,
    ...letterPreviewCalls(openFile),
  }),
  calls('outbox', 'What goes out, and what waits for a person.', {
    ...outbox_calls,
    ...waitingLetters(openFile),
  }),
  calls('letter_batches', 'Letters to print and post.', letterBatchCalls(link_key)),
  calls('payment_behaviour', 'How a debtor pays.', payment_behaviour_calls),
  calls('debtor_facts', 'What a debtor agreed to, and how late it is.', debtor_fact_calls),
  calls('statement_papers', 'What is open of a debtor, on paper.', statement_paper_calls),
  calls('reports', 'How an administration stands, in figures.', { ...report_calls, ...report_list_calls }),
  calls('saved_views', 'Views of lists that somebody keeps.', saved_view_calls),
  calls('sandbox', 'A place to try things out, with a clock that can be turned.', sandbox_calls),
  calls('sandboxes', 'Places to try things out, made and begun anew.', sandboxes_calls),
  calls('law', 'What the law makes of a debt.', law_page_calls),
  calls('search', 'Records by what they begin with.', search_calls),
  calls('webhook_requests', 'What webhooks are sent.', webhook_request_calls),
  calls('timeline', 'What happened to a record.', timeline_calls),
]

/** The same families for whoever only wants to know what there is, and calls nothing. */
export const console_outline = consoleFamilies({
  mails_kept: true,
  readKept: async () => null,
  link_key: Buffer.alloc(0),
  openFile: async () => null,
  mail_address: null,
  sender: { from_domain: '', return_domain: '', smtp_host: null, dns_servers: null },
})
