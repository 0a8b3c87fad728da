using System;
using System.Security.Cryptography;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>Chance in waiting times, so that callers that failed together do not return together.</summary>
internal static class RetryDelay
{
    /// <summary>Draws a delay between half of the longest and the longest.</summary>
    internal static TimeSpan UpTo(TimeSpan longest) =>
        longest * (0.5 + (RandomNumberGenerator.GetInt32(1024) / 2048.0));
}
