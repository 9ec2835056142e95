import type { WeeklyFigures, Words } from '../user_mail_kinds.ts'
import { difference, longDay, money } from './figures.ts'
import { moment } from './moment.ts'

const at = (iso: string): string => moment(iso, 'en-GB')
const from = (address: string | null): string => (address === null ? '' : `, from the address ${address}`)
const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`)
const minutes = (count: number): string => {
  if (count % 60 !== 0) return `${count} minutes`
  return count === 60 ? 'one hour' : `${count / 60} hours`
}

const euros = ({ currency_code }: WeeklyFigures, amount: string): string => money(amount, currency_code, 'en-GB')

function weekly(name: string, figures: WeeklyFigures): string[] {
  const { open, overdue, over_90, dso, dso_before, expected_this_week, expected, said, came } = figures
  const say = (amount: string): string => euros(figures, amount)
  return [
    `${name}: ${say(open)} is open. ${say(overdue)} of it is overdue, and ${say(over_90)} for more than 90 days.`,
    ...(dso === null
      ? []
      : [`Days sales outstanding: ${dso}${dso_before === null ? '' : ` (${dso_before} at the end of last month)`}.`]),
    `${say(expected_this_week)} is expected this week, and ${say(expected)} in 13 weeks.`,
    ...(Number(said) === 0
      ? []
      : [
          `13 weeks ago ${say(said)} was to be expected until now; ${say(came)} came in (${difference(came, said, 'en-GB')}).`,
        ]),
  ]
}

export const english: Words = {
  language: 'en',
  signature: 'This message was sent by Dunlin.',
  mails: {
    invitation: ({ inviter_name, company_name, valid_days }, link) => ({
      subject: `${inviter_name} invites you to work in ${company_name}`,
      paragraphs: [
        `${inviter_name} made an account for you, so that you can follow the invoices of ${company_name} together.`,
        'Choose a password to begin.',
      ],
      action: { label: 'Accept the invitation', url: link },
      note: `The link works once, for ${days(valid_days)}. If you do not know ${inviter_name}, you can ignore this message.`,
    }),
    password_reset: ({ valid_minutes }, link) => ({
      subject: 'Choose a new password',
      paragraphs: ['Somebody, probably you, asked for a new password for your account.'],
      action: { label: 'Choose a new password', url: link },
      note: `The link works once, for ${minutes(valid_minutes)}. If it was not you, ignore this message: your password stays as it is.`,
    }),
    password_changed: ({ at: moment_of, address }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed on ${at(moment_of)}${from(address)}.`,
        'If it was you, there is nothing to do.',
        'If it was not you, ask for a new password on the sign-in page at once, and tell an administrator of your company.',
      ],
    }),
    sign_up: ({ company_name, application_name, valid_days }, link) => ({
      subject: `Confirm the account of ${company_name}`,
      paragraphs: [
        `An account for ${company_name} was made through ${application_name}.`,
        'Confirm it by choosing a password and accepting the terms.',
      ],
      action: { label: 'Confirm the account', url: link },
      note: `The link works once, for ${days(valid_days)}. An account that nobody confirms is deleted after that.`,
    }),
    sign_up_reminder: ({ company_name, application_name, days_left }, link) => ({
      subject: `The account of ${company_name} still waits for you`,
      paragraphs: [
        `The account for ${company_name} that was made through ${application_name} is not confirmed yet.`,
        `In ${days(days_left)} it will be deleted, with everything in it. Confirm it to keep it.`,
      ],
      action: { label: 'Confirm the account', url: link },
      note: 'This link replaces the one that you had. If you do not want the account, there is nothing to do.',
    }),
    address_blocked: ({ application_name, company_name, address, at: moment_of }) => ({
      subject: `A token of ${application_name} was used from another address`,
      paragraphs: [
        `On ${at(moment_of)} a request came from the address ${address} with a token of the application ${application_name}, for the company ${company_name}. That address is not on the IP allow list of the application.`,
        'The request was refused, and the token has ended, together with the refresh token that belongs to it. This request showed and changed nothing.',
        'If the address is yours, add it to the IP allow list of the application and connect again.',
        'If it is not, somebody else has the token: find out how it left your systems, and replace the client secret of the application.',
      ],
    }),
    application_connected: ({
      person_name,
      application_name,
      maker_name,
      company_name,
      url,
      at: moment_of,
      address,
    }) => ({
      subject: `${application_name} was connected to ${company_name}`,
      paragraphs: [
        `${person_name} let ${application_name}, made by ${maker_name}, work with the receivables of ${company_name} on ${at(moment_of)}${from(address)}.`,
        'What it may do, and in which administrations, stands among the connections. An administrator can change or end that there at any time.',
      ],
      action: { label: 'Open the connections', url },
      note: `If nobody meant to do this, disconnect it at once, and let ${person_name} choose a new password.`,
    }),
    notifications: ({ administration_name, sentences, more, url }) => ({
      subject:
        sentences.length + more === 1
          ? `${administration_name}: ${sentences[0]}`
          : `${administration_name}: ${sentences.length + more} things need attention`,
      paragraphs: [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])],
      action: { label: `Open ${administration_name}`, url },
      note: 'Who gets these mails is a setting of the administration.',
    }),
    weekly_report: ({ administration_name, figures, url }) => ({
      subject: `${administration_name}: ${euros(figures, figures.open)} open on ${longDay(figures.day, 'en-GB')}`,
      paragraphs: weekly(administration_name, figures),
      action: { label: 'Open the reports', url: `${url}/reports` },
      note: 'It comes every Monday. Who gets it is a setting of the administration.',
    }),
    webhook_deactivated: ({ owner_name, host, url }) => ({
      subject: `${owner_name}: the webhook to ${host} was deactivated`,
      paragraphs: [
        `The webhook of ${owner_name} to ${host} failed ten times in a row for the same event, over more than two days. It was deactivated, and events are not sent there any more.`,
        'Mend the receiver, send a test event, and activate the webhook again. You then choose whether it gets the events that it missed.',
      ],
      action: { label: 'Open the webhook', url },
      note: 'Nothing is lost: events are kept for two years, and can be sent again from any moment.',
    }),
    two_step_changed: ({ enabled, at: moment_of, address }) => ({
      subject: enabled ? 'Two-step sign-in was switched on' : 'Two-step sign-in was switched off',
      paragraphs: [
        enabled
          ? `Two-step sign-in was switched on for your account on ${at(moment_of)}${from(address)}: after the password, a code of the authenticator app is asked for.`
          : `Two-step sign-in was switched off for your account on ${at(moment_of)}${from(address)}: the password alone is enough now.`,
        'If it was you, there is nothing to do.',
        'If it was not you, ask for a new password on the sign-in page at once, and tell an administrator of your company.',
      ],
    }),
  },
}
