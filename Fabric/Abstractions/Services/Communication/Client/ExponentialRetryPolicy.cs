#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>Waits twice as long after each group of attempts, up to a limit.</summary>
/// <remarks>A local cluster fails over in well under a second, so the base is short: 20 ms unless set.</remarks>
public class ExponentialRetryPolicy : IRetryPolicy
{
    public ExponentialRetryPolicy(int defaultMaxRetryCount, TimeSpan clientRetryTimeout)
    {
        TotalNumberOfRetries = defaultMaxRetryCount;
        ClientRetryTimeout = clientRetryTimeout;
    }

    /// <summary>Gets or sets how often the delay doubles before it stays as it is.</summary>
    public static int MaxDelayMultiplier { get; set; } = 6;

    /// <summary>Gets or sets how many attempts in a row wait equally long.</summary>
    public static int SameDelayRequestCounter { get; set; } = 2;

    public TimeSpan BaseRetryDelay { get; set; } = TimeSpan.FromMilliseconds(20);

    public int TotalNumberOfRetries { get; }

    public TimeSpan ClientRetryTimeout { get; }

    public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters)
    {
        ArgumentNullException.ThrowIfNull(retryDelayParameters);
        var doublings = Math.Min(
            retryDelayParameters.RetryAttempt / Math.Max(1, SameDelayRequestCounter), MaxDelayMultiplier);
        return RetryDelay.UpTo(BaseRetryDelay * Math.Pow(2, Math.Max(0, doublings)));
    }
}
