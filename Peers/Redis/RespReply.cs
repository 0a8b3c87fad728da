using System;
using System.Text;

namespace SfPerf.Peers.Redis;

/// <summary>Represents one reply of a Redis server.</summary>
/// <param name="Kind">Decides which of the others holds something.</param>
/// <param name="Number">An integer's value.</param>
/// <param name="Bytes">The content of a status, an error or a bulk string.</param>
/// <param name="Items">The content of an array.</param>
internal readonly record struct RespReply(
    RespKind Kind, long Number = 0, byte[]? Bytes = null, RespReply[]? Items = null)
{
    internal string Text => Bytes is null ? "" : Encoding.UTF8.GetString(Bytes);

    /// <summary>Passes a good reply on.</summary>
    /// <exception cref="RedisException">The server answered with an error.</exception>
    internal RespReply Checked() => Kind == RespKind.Error ? throw new RedisException(Text) : this;
}

/// <summary>The kinds of reply of RESP 2.</summary>
internal enum RespKind
{
    Status,
    Error,
    Integer,
    Bulk,
    Array,
    Null,
}

/// <summary>A Redis server answered with an error.</summary>
internal sealed class RedisException(string message) : Exception(message)
{
    /// <summary>Gets the error's first word, such as <c>READONLY</c>, by which clients tell errors apart.</summary>
    internal string Code => Message.Split(' ', 2)[0] is { Length: > 0 } code ? code : "ERR";
}
