export interface FileMapper {
  readonly id: string;
  readonly publicId: string;
  readonly mimeType: string;
  readonly originalName: string;
  readonly size: number;
  /** For files that are not served by their public id. */
  readonly url?: string;
}
