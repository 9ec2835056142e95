import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { lastRead } from '../../api/last_read.ts'
import type { RecordKey } from '../../api/records.ts'
import type { ListName } from '../../api/saved_views.ts'
import { BackLink } from '../back_link.tsx'
import { RowsLoading } from '../states.tsx'
import { Neighbours } from './neighbours.tsx'
import { RecordFailed, WithinReach } from './within_reach.tsx'

type RecordPageProps<Data, Key extends QueryKey> = {
  /** What the address of the page says. */
  params: { administration_id: string; record_id: string }
  query: (record_key: RecordKey) => UseQueryOptions<Data, Error, Data, Key>
  /** The list that people come from, where there is one. */
  list?: ListName
  /** The way back; it may depend on the record. */
  back: ReactNode | ((data: Data | undefined) => ReactNode)
  children: (data: Data, record_key: RecordKey) => ReactNode
}

/** The page of one record: who may see it, the way back, and the record as soon as it is there. */
export function RecordPage<Data, Key extends QueryKey>({ params, ...rest }: RecordPageProps<Data, Key>) {
  const { administration_id, record_id } = params
  return (
    <WithinReach administration_id={administration_id}>
      <Reading key={record_id} record_key={{ administration_id, id: record_id }} {...rest} />
    </WithinReach>
  )
}

type ReadingProps<Data, Key extends QueryKey> = Omit<RecordPageProps<Data, Key>, 'params'> & { record_key: RecordKey }

function Reading<Data, Key extends QueryKey>({ record_key, query, list, back, children }: ReadingProps<Data, Key>) {
  const record = useQuery(query(record_key))
  const { data, error } = lastRead(record)
  return (
    <>
      <BackLink beside={list && <Neighbours list={list} {...record_key} />}>
        {typeof back === 'function' ? back(record.data) : back}
      </BackLink>
      {record.isPending && <RowsLoading />}
      {error && <RecordFailed error={error} retry={() => void record.refetch()} />}
      {data !== undefined && <Fragment>{children(data, record_key)}</Fragment>}
    </>
  )
}
