using System.Text.Json;
using SfPerf.Fabric.Cluster.Management.Images;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>ImageStoreContent and UploadSessionInfo.</summary>
internal static class ImageShapes
{
    internal static void Write(Utf8JsonWriter writer, ImageList list)
    {
        writer.WriteStartObject();
        // All files and folders are in one answer.
        writer.WriteString("ContinuationToken", "");
        writer.WriteList("StoreFiles", list.Files, static (w, file) =>
        {
            w.WriteStartObject();
            w.Write64("FileSize", file.Bytes);
            w.WriteTime("ModifiedDate", file.Modified);
            w.WriteString("StoreRelativePath", file.Name);
            w.WriteEndObject();
        });
        writer.WriteList("StoreFolders", list.Folders, static (w, folder) =>
        {
            w.WriteStartObject();
            w.WriteString("StoreRelativePath", folder.Name);
            w.Write64("FileCount", folder.Files);
            w.WriteEndObject();
        });
        writer.WriteEndObject();
    }

    internal static void Write(Utf8JsonWriter writer, UploadState upload)
    {
        writer.WriteStartObject();
        writer.WriteString("StoreRelativePath", upload.Name);
        writer.WriteString("SessionId", upload.Id);
        writer.WriteTime("ModifiedDate", upload.Modified);
        writer.Write64("FileSize", upload.Bytes);
        writer.WriteList("ExpectedRanges", upload.Missing, static (w, range) =>
        {
            w.WriteStartObject();
            w.Write64("StartPosition", range.First);
            w.Write64("EndPosition", range.Last);
            w.WriteEndObject();
        });
        writer.WriteEndObject();
    }
}
