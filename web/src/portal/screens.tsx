import type { Link, Shown } from './ask.ts'
import { DisputeView, PaidView } from './claim_views.tsx'
import { InvoiceView } from './invoice_view.tsx'
import { AddressView, PromiseView, WriteView } from './other_views.tsx'
import { PayView } from './pay.tsx'
import { SaidView } from './said.tsx'
import { TermsView } from './terms_view.tsx'
import type { View, ViewName } from './view.ts'

type ScreensProps = {
  view: View
  link: Link
  shown: Shown
  chosen: ReadonlySet<string>
  open: (name: ViewName, of?: string) => void
  home: () => void
  reload: () => void
}

/** Everything behind the overview, one view for each thing that can be done. */
export function Screens({ view, link, shown, chosen, open, home, reload }: ScreensProps) {
  const common = { link, shown, home, reload }
  const item = shown.items.find(({ invoice_number }) => invoice_number === view.of)
  switch (view.name) {
    case 'invoice':
      return item ? <InvoiceView item={item} shown={shown} open={open} home={home} /> : null
    case 'pay':
      return <PayView link={link} shown={shown} chosen={chosen} home={home} sayPaid={() => open('paid')} />
    case 'terms':
      return <TermsView {...common} chosen={chosen} write={() => open('write')} />
    case 'dispute':
      return <DisputeView key={view.of} {...common} of={view.of} />
    case 'paid':
      return <PaidView {...common} chosen={chosen} />
    case 'promise':
      return <PromiseView {...common} chosen={chosen} />
    case 'write':
      return <WriteView {...common} />
    case 'said':
      return <SaidView shown={shown} home={home} />
    case 'address':
      return <AddressView {...common} />
    default:
      return null
  }
}
