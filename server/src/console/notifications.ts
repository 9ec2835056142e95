import { type Actions, onOne } from '../api/actions.ts'
import { userOf } from '../domain/actor.ts'
import { notifications } from '../resources/notifications.ts'

/** Notifications are raised by the service and acknowledged on our pages; the interface shows both. */
export const notification_actions: Actions = {
  acknowledge: onOne(notifications, {
    method: 'PATCH',
    description: 'Says that somebody has seen it. One that was acknowledged already stays as it is.',
    body: {},
    run: async ({ db, administration_id, now, stamp, actor }, notification) => {
      if (notification.acknowledged_at !== null) return
      const { id, name, email_address } = userOf(actor)
      await db
        .updateTable('notifications')
        .set({
          acknowledged_at: now.toISOString(),
          acknowledged_by_user_id: id,
          acknowledged_by_user_name: name,
          acknowledged_by_user_email_address: email_address,
          updated_at: stamp,
        })
        .where('administration_id', '=', administration_id)
        .where('id', '=', notification.id)
        .execute()
    },
  }),
}
