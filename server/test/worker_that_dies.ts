// A worker that says it serves and then ends, for the test of how such a one is started again.
process.send?.({ is: 'ready' })
process.on('message', (message: { is: string }) => {
  if (message.is === 'stop') process.exit(0)
})
setTimeout(() => process.exit(7), 300)
