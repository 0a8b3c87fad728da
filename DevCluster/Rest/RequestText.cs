using System.IO;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;

namespace SfPerf.DevCluster.Rest;

/// <summary>Reads the JSON text that a request carries, up to a bound.</summary>
/// <remarks>
/// The bound is not the server's own. After a refusal of its own, Kestrel closes the connection without reading what
/// the client still sends: the connection is reset, and the client may lose the answer that says why. After an answer
/// of the application, Kestrel reads on for up to five seconds, so that the client gets to the answer.
/// </remarks>
internal static class RequestText
{
    internal const int BytesMax = 1 << 20;
    private const int BlockBytes = 16 << 10;

    /// <exception cref="BadHttpRequestException">The text is longer than <see cref="BytesMax"/>: status 413.
    /// </exception>
    internal static async Task<MemoryStream> ReadAsync(HttpContext context)
    {
        if (context.Request.ContentLength > BytesMax)
            throw TooLarge();
        var text = new MemoryStream();
        var block = new byte[BlockBytes];
        while (true)
        {
            var n = await context.Request.Body.ReadAsync(block, context.RequestAborted).ConfigureAwait(false);
            if (n == 0)
                break;
            if (text.Length + n > BytesMax)
                throw TooLarge();
            text.Write(block, 0, n);
        }
        text.Position = 0;
        return text;
    }

    private static BadHttpRequestException TooLarge() => new(
        $"The body of the request is too large. Allowed: {BytesMax} bytes.", StatusCodes.Status413PayloadTooLarge);
}
