import { requireAccess } from "#access/viewer.ts";
import { recordAudit } from "#domains/audit-log";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { fileUrl } from "./queries.ts";
import { insertFile, storeUpload } from "./store.ts";

const maxPictureBytes = 5 * 1024 * 1024;
const pictureTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export const resolvers: Resolvers = {
  Mutation: {
    async uploadPicture(_, { accountId, file }, ctx) {
      await requireAccess(ctx.viewer, "account.read", { accountId });
      const stored = await storeUpload(ctx, file, { maxBytes: maxPictureBytes });
      if (!pictureTypes.has(stored.mimeType)) {
        await ctx.files.remove(stored.publicId);
        throw new Invalid("file", "A picture is a PNG, JPEG, GIF or WebP file.");
      }
      const id = await change(ctx, async (tx) => {
        const fileId = await insertFile(tx, stored, { accountId, userId: ctx.viewer.userId });
        await recordAudit(tx, ctx, {
          accountId,
          action: "file.uploaded",
          objectType: "file",
          objectId: fileId,
          objectName: stored.originalName,
          message: `uploaded the picture ${stored.originalName}`,
        });
        return fileId;
      });
      return { ...stored, id };
    },
  },
  File: {
    url: (file, _, ctx) => file.url ?? fileUrl(ctx, file.publicId),
  },
};
