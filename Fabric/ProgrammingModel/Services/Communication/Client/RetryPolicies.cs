#nullable disable

using System;
using System.Security.Cryptography;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public interface IRetryPolicy
{
    TimeSpan ClientRetryTimeout { get; }

    TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters);

    int TotalNumberOfRetries { get; }
}

/// <summary>Chance in waiting times, so that callers that failed together do not return together.</summary>
internal static class RetryDelay
{
    /// <summary>Draws a delay between half of the longest and the longest.</summary>
    internal static TimeSpan UpTo(TimeSpan longest) =>
        longest * (0.5 + (RandomNumberGenerator.GetInt32(1024) / 2048.0));
}

public class RetryDelayParameters
{
    public RetryDelayParameters(int retryAttempt, bool isTransient)
    {
        RetryAttempt = retryAttempt;
        IsTransient = isTransient;
    }

    public bool IsTransient { get; internal set; }

    public int RetryAttempt { get; internal set; }
}

public class ConstantRetryPolicy : IRetryPolicy
{
    public ConstantRetryPolicy(
        TimeSpan maxRetryBackoffIntervalOnTransientErrors,
        TimeSpan maxRetryBackoffIntervalOnNonTransientErrors,
        int maxRetryCount,
        int maxRetryCountOnNonTransientErrors,
        TimeSpan clientRetryTimeout)
    {
        MaxRetryBackoffIntervalOnTransientErrors = maxRetryBackoffIntervalOnTransientErrors;
        MaxRetryBackoffIntervalOnNonTransientErrors = maxRetryBackoffIntervalOnNonTransientErrors;
        TotalNumberOfRetries = maxRetryCount;
        MaxRetryCountOnNonTransientErrors = maxRetryCountOnNonTransientErrors;
        ClientRetryTimeout = clientRetryTimeout;
    }

    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors { get; }

    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors { get; }

    public int MaxRetryCountOnNonTransientErrors { get; }

    public int TotalNumberOfRetries { get; }

    public TimeSpan ClientRetryTimeout { get; }

    public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters)
    {
        ArgumentNullException.ThrowIfNull(retryDelayParameters);
        return RetryDelay.UpTo(retryDelayParameters.IsTransient
            ? MaxRetryBackoffIntervalOnTransientErrors
            : MaxRetryBackoffIntervalOnNonTransientErrors);
    }
}

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
