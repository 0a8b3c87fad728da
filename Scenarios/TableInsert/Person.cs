using System;
using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>The entity of the article: one partition for all, a new row each.</summary>
internal sealed record Person(string RowKey, DateTimeOffset Birthday)
{
    private const string PartitionKey = "Partition";
    private const string Name = "はまちちゃん";
    private const string Profile = "ぼくはまちちゃん!こんにちはこんにちは!!";
    private const int Age = 15;
    private static readonly JsonWriterOptions Unescaped = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };


    public static Person New() => new(Guid.NewGuid().ToString("N"), TimeProvider.System.GetUtcNow());

    /// <summary>Writes it as OData JSON in UTF-8.</summary>
    public byte[] ToJson()
    {
        var bytes = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(bytes, Unescaped))
        {
            json.WriteStartObject();
            json.WriteString("PartitionKey", PartitionKey);
            json.WriteString("RowKey", RowKey);
            json.WriteString("Name", Name);
            json.WriteString("Profile", Profile);
            json.WriteNumber("Age", Age);
            json.WriteString("Birthday@odata.type", "Edm.DateTime");
            json.WriteString("Birthday",
                Birthday.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffffffZ", CultureInfo.InvariantCulture));
            json.WriteEndObject();
        }

        return bytes.WrittenSpan.ToArray();
    }
}

/// <summary>The bodies of requests.</summary>
internal static class InsertBody
{
    /// <summary>Writes an entity group transaction: one change set in one batch.</summary>
    /// <param name="people">At most 100, with different rows.</param>
    /// <param name="table">The address of the table.</param>
    /// <param name="batch">The boundary of the batch.</param>
    public static byte[] Batch(ReadOnlySpan<Person> people, Uri table, string batch)
    {
        var set = "changeset_" + batch;
        var bytes = new ArrayBufferWriter<byte>();
        Write(bytes, $"--{batch}\r\nContent-Type: multipart/mixed; boundary={set}\r\n\r\n");
        foreach (var person in people)
        {
            Write(bytes, $"--{set}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
                + $"POST {table.AbsoluteUri} HTTP/1.1\r\nAccept: application/json;odata=nometadata\r\n"
                + "Content-Type: application/json\r\nPrefer: return-no-content\r\nDataServiceVersion: 3.0;\r\n\r\n");
            bytes.Write(person.ToJson());
            Write(bytes, "\r\n");
        }

        Write(bytes, $"--{set}--\r\n--{batch}--\r\n");
        return bytes.WrittenSpan.ToArray();
    }

    private static void Write(ArrayBufferWriter<byte> bytes, string text) => Encoding.UTF8.GetBytes(text, bytes);
}
