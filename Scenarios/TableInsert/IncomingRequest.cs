using System;
using System.Buffers.Text;
using System.Globalization;
using System.Linq;
using System.Text;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>An HTTP request while it arrives, and the answer to it. It knows as much of HTTP and of tables as the
/// client of this scenario uses, and does no I/O.</summary>
internal sealed class IncomingRequest
{
    private const int BytesMax = 1 << 20;
    private static readonly byte[] ContinueNow = "HTTP/1.1 100 Continue\r\n\r\n"u8.ToArray();
    private static readonly byte[] NoContent = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"u8.ToArray();
    private readonly byte[] _bytes = new byte[BytesMax];
    private int _headerBytes;
    private int _bodyBytes;
    private bool _wantsContinue;
    private byte[] _batchAnswer = [];
    private int _batchEntities = -1;

    /// <summary>Gets where the next bytes go.</summary>
    /// <exception cref="InvalidOperationException">The request is longer than any of the scenario.</exception>
    public Span<byte> Free => Bytes < BytesMax ? _bytes.AsSpan(Bytes)
        : throw new InvalidOperationException($"A request is longer than {BytesMax} bytes.");

    /// <summary>Gets the bytes so far.</summary>
    public int Bytes { get; private set; }

    /// <summary>Gets the reads that brought them.</summary>
    public int Reads { get; private set; }

    /// <summary>Gets whether all of it is here.</summary>
    public bool IsComplete => _headerBytes > 0 && Bytes >= _headerBytes + _bodyBytes;

    /// <summary>Gets whether the client waits for 100 (Continue).</summary>
    public bool WantsContinue => _wantsContinue && !IsComplete;

    /// <summary>Gets the entities that a complete request inserts.</summary>
    public int Entities => IsBatch ? Count(Body, "\r\nPOST "u8) : IsInsert ? 1 : 0;

    private ReadOnlySpan<byte> Header => _bytes.AsSpan(0, _headerBytes);

    private ReadOnlySpan<byte> Body => _bytes.AsSpan(_headerBytes, _bodyBytes);

    private bool IsBatch => Header.IndexOf("/$batch HTTP/1.1\r\n"u8) >= 0;

    private bool IsInsert => Header.StartsWith("POST "u8) && Header.IndexOf("/Tables HTTP/1.1\r\n"u8) < 0;

    /// <summary>Takes what was read into <see cref="Free"/>.</summary>
    public void Add(int count)
    {
        Bytes += count;
        Reads++;
        if (_headerBytes > 0)
            return;
        var end = _bytes.AsSpan(0, Bytes).IndexOf("\r\n\r\n"u8);
        if (end < 0)
            return;
        _headerBytes = end + 4;
        _bodyBytes = ContentLength();
        _wantsContinue = Header.IndexOf("\r\nExpect: 100-continue\r\n"u8) >= 0;
    }

    /// <summary>Returns the interim answer, which is sent once.</summary>
    public ReadOnlySpan<byte> TakeContinue()
    {
        _wantsContinue = false;
        return ContinueNow;
    }

    /// <summary>Returns the answer to a complete request.</summary>
    public ReadOnlySpan<byte> Answer()
    {
        if (!IsBatch)
            return NoContent;
        if (_batchEntities != Entities)
        {
            _batchEntities = Entities;
            _batchAnswer = BatchAnswer(_batchEntities);
        }

        return _batchAnswer;
    }

    /// <summary>Begins the next request.</summary>
    public void Reset() => (Bytes, Reads, _headerBytes, _bodyBytes, _wantsContinue) = (0, 0, 0, 0, false);

    private int ContentLength()
    {
        var name = "\r\nContent-Length: "u8;
        var at = Header.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(Header[(at + name.Length)..], out int length, out _) ? length : 0;
    }

    private static int Count(ReadOnlySpan<byte> text, ReadOnlySpan<byte> part)
    {
        var count = 0;
        for (int at; (at = text.IndexOf(part)) >= 0; count++)
            text = text[(at + part.Length)..];
        return count;
    }

    private static byte[] BatchAnswer(int entities)
    {
        var part = "--changesetresponse\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
            + "HTTP/1.1 204 No Content\r\n\r\n\r\n";
        var body = "--batchresponse\r\nContent-Type: multipart/mixed; boundary=changesetresponse\r\n\r\n"
            + string.Concat(Enumerable.Repeat(part, entities)) + "--changesetresponse--\r\n--batchresponse--\r\n";
        return Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture,
            $"HTTP/1.1 202 Accepted\r\nContent-Type: multipart/mixed; boundary=batchresponse\r\n"
            + $"Content-Length: {body.Length}\r\n\r\n") + body);
    }
}
