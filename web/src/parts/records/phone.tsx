export const Phone = ({ number }: { number: string }) => (
  <a className="link" href={`tel:${number.replace(/[^+\d]/g, '')}`} data-number>
    {number}
  </a>
)
