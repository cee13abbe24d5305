import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { readEnvOrExit } from './read-env'

/** Creates the S3_* bucket unless it exists. For a self-hosted store, such as the one in compose.yaml. */

const env = readEnvOrExit('production')
const client = new S3Client({
  region: env.S3_REGION,
  ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
  forcePathStyle: env.S3_FORCE_PATH_STYLE === '1',
  credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
})
const Bucket = env.S3_BUCKET
try {
  const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    (error) => {
      if (error.name === 'NotFound' || error.name === 'NoSuchBucket') return false
      throw error
    },
  )
  if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))
  console.log(`The bucket ${Bucket} is there.`)
} catch (error) {
  console.error(`The bucket ${Bucket} cannot be made. ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
