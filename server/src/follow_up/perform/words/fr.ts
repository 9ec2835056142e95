import { joined, quoted, who } from './pieces.ts'
import type { StaffWords, Subject } from './staff.ts'

const owed = ({ amount, due }: Subject): string =>
  amount === '' ? '' : `${amount} restent dus${due === '' ? '' : `, à payer le ${due}`}.`

export const french: StaffWords = {
  invoice: (number) => `facture ${number}`,
  credit_case: (number) => `dossier ${number}`,
  tasks: {
    call_reminder: (about) => ({
      subject: `Appeler ${who(about)}`,
      description: joined(
        about.phone === '' ? 'Aucun numéro de téléphone n’est connu.' : `Appelez le ${about.phone}.`,
        owed(about),
        'Terminez la tâche comme réussie quand vous avez parlé à quelqu’un. Après trois jours ouvrés le suivi continue.',
      ),
    }),
    end_of_flow: (about) => ({
      subject: `Décider de la suite pour ${who(about)}`,
      description: joined('Tous les rappels ont été envoyés.', owed(about)),
    }),
    promise_broken: (about) => ({
      subject: `${about.debtor} n’a pas tenu une promesse de paiement`,
      description: joined('Le jour promis est passé et l’argent n’est pas arrivé.', owed(about), callOn(about)),
    }),
    plan_proposed: (about) => ({
      subject: `${about.debtor} propose de payer en plusieurs fois`,
      description:
        'Acceptez ou refusez la proposition, ou proposez d’autres échéances. Les relances attendent dix jours entre-temps.',
    }),
    plan_term_missed: (about) => ({
      subject: `${about.debtor} a manqué une échéance d’un plan de paiement`,
      description: joined('Le plan court encore. Parlez au débiteur, ou mettez fin au plan.', callOn(about)),
    }),
    no_address: (about) => ({
      subject: `Trouver une adresse de ${about.debtor}`,
      description: joined('Ni mail ni courrier n’atteint le débiteur : rien n’est envoyé.', callOn(about)),
    }),
    wrong_address: (about) => ({
      subject: `Vérifier l’adresse e-mail de ${about.debtor}`,
      description:
        'Les e-mails à cette adresse n’arrivent pas, et aucun n’y est plus envoyé. Corrigez-la, puis terminez la tâche comme réussie : les e-mails repartent.',
    }),
    address_wanted: (about) => ({
      subject: `${about.debtor} a donné une nouvelle adresse`,
      description:
        'Lisez le message du débiteur et reprenez l’adresse dans la comptabilité. Elle ne compte pas encore.',
    }),
    address_changed: (about) => ({
      subject: `${about.debtor} a changé d’adresse`,
      description: 'Elle compte déjà. Reprenez-la aussi dans la comptabilité, sinon l’ancienne reviendra.',
    }),
    stop_label: (about) => ({
      subject: `Vérifier la situation de ${about.debtor}`,
      description:
        'Le débiteur a reçu le label stop : faillite, décès ou médiation de dettes. Rien n’est envoyé tant qu’il est là.',
    }),
    call_back: (about) => ({
      subject: `Rappeler ${about.debtor}`,
      description: joined('Personne n’a répondu.', callOn(about)),
    }),
    find_number: (about) => ({
      subject: `Trouver un numéro de téléphone de ${about.debtor}`,
      description: 'Le numéro appelé n’est pas le bon.',
    }),
  },
  calls: {
    promise: ({ phone, amount, day }) => `${called(phone)} : ${amount} promis pour le ${day}.`,
    dispute: ({ phone, records }) => `${called(phone)} : conteste ${records}.`,
    no_answer: ({ phone, day }) => `${called(phone)} : pas de réponse. À rappeler le ${day}.`,
    wrong_number: ({ phone }) => `${called(phone)} : mauvais numéro.`,
    other: ({ phone }) => `${called(phone)}.`,
  },
  call_taken_back: 'Repris.',
  notifications: {
    dispute_opened: (about) => `${who(about)} est contestée.`,
    payment_plan_proposed: (about) => `${about.debtor} propose de payer en plusieurs fois.`,
    payment_plan_accepted: (about) => `${about.debtor} a accepté les échéances proposées.`,
    payment_plan_declined: (about) => `${about.debtor} a refusé les échéances proposées.`,
    address_wanted: (about) => `${about.debtor} a donné une nouvelle adresse, qui ne compte pas encore.`,
    address_changed: (about) => `${about.debtor} a changé d’adresse.`,
    bank_account_changed: (_, { after }) =>
      after === ''
        ? 'Les débiteurs n’ont plus de compte bancaire sur lequel payer. Si ce n’était pas voulu, consultez ' +
          'le journal.'
        : `Les débiteurs paient désormais sur un autre compte bancaire, qui se termine par ${after}. Si ce ` +
          'n’était pas voulu, arrêtez les envois et consultez le journal.',
    debtor_bank_account_changed: (about, { before, after }) =>
      `Le compte bancaire de ${about.debtor} a changé : il se terminait par ${before} et se termine ` +
      `maintenant par ${after}. Avant de rembourser quoi que ce soit, appelez le débiteur à un numéro ` +
      'que vous connaissiez déjà.',
    mail_bounced: (about, { bounce_reason }) =>
      joined(`Un mail à ${who(about)} n’a pas pu être remis.`, quoted(bounce_reason)),
    mail_complaint: (about) =>
      `${who(about)} a signalé un e-mail comme indésirable ; plus rien n’est envoyé à cette adresse.`,
    message_received: (about) =>
      about.debtor === ''
        ? 'Un message est arrivé d’une personne inconnue.'
        : `Un message est arrivé de ${who(about)}.`,
    backup_letters_stopped: () =>
      'La moitié des e-mails de cette semaine est revenue ; aucun courrier papier ne les remplace avant que quelqu’un ait regardé.',
    letter_returned: (about) => `Une lettre à ${who(about)} est revenue.`,
    books_stale: () => 'Rien n’est venu de la comptabilité depuis des jours : rappels, frais et dossiers attendent.',
    promise_broken: (about) => `${about.debtor} n’a pas tenu une promesse de paiement.`,
    payment_plan_term_missed: (about) => `${about.debtor} a manqué une échéance d’un plan de paiement.`,
    document_missing: (about) => `Il n’y a pas de document de ${who(about)} : l’envoi attend.`,
    ready_for_bailiff: (about) => `${who(about)} peut être transmis.`,
    credit_limit_exceeded: (about) => `${about.debtor} doit plus que sa limite de crédit.`,
    surge_waiting: (_, { letters }) => `Bien plus de lettres que d’habitude attendent votre accord (${letters}).`,
    cap_reached: (_, { letters }) => `Le maximum de lettres du jour est parti ; d’autres attendent (${letters}).`,
    engine_failed: (about, { problem }) =>
      joined(about.debtor === '' ? 'Un problème est survenu.' : `Le suivi de ${who(about)} a échoué.`, quoted(problem)),
    import_invalid: (_, { problem }) => joined('Un import contient des erreurs.', quoted(problem)),
    import_failed: (_, { problem }) => joined('Un import a échoué.', quoted(problem)),
    webhook_deactivated: (_, { host }) =>
      `Le webhook vers ${host} a été désactivé après trop d’échecs. Aucun événement n’est envoyé tant que personne ne le réactive.`,
  },
}

const called = (phone: string): string => joined('Appel', phone)

const callOn = ({ phone }: Subject): string => (phone === '' ? '' : `Téléphone : ${phone}.`)
