using System.Text;

namespace SfPerf.Peers.Redis;

/// <summary>One reply of a Redis server.</summary>
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
