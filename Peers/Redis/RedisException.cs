using System;

namespace SfPerf.Peers.Redis;

/// <summary>A Redis server answered with an error.</summary>
internal sealed class RedisException(string message) : Exception(message)
{
    /// <summary>Gets the error's first word, such as <c>READONLY</c>, by which clients tell errors apart.</summary>
    internal string Code => Message.Split(' ', 2)[0] is { Length: > 0 } code ? code : "ERR";
}
