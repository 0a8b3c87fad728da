#nullable disable

using System;
using System.Threading;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>How often, how fast and for how long a failed call is tried again.</summary>
public sealed class OperationRetrySettings
{
    private const int RetryCountDefault = 10;
    private static readonly TimeSpan BackoffDefault = TimeSpan.FromSeconds(2);

    public OperationRetrySettings()
        : this(Timeout.InfiniteTimeSpan)
    {
    }

    /// <param name="clientRetryTimeout">The longest time over all attempts; infinite unless set.</param>
    public OperationRetrySettings(TimeSpan clientRetryTimeout)
        : this(new ExponentialRetryPolicy(RetryCountDefault, clientRetryTimeout))
    {
    }

    public OperationRetrySettings(IRetryPolicy retryPolicy)
    {
        ArgumentNullException.ThrowIfNull(retryPolicy);
        RetryPolicy = retryPolicy;
        MaxRetryBackoffIntervalOnTransientErrors = BackoffDefault;
        MaxRetryBackoffIntervalOnNonTransientErrors = BackoffDefault;
        DefaultMaxRetryCountForTransientErrors = retryPolicy.TotalNumberOfRetries;
        DefaultMaxRetryCountForNonTransientErrors = retryPolicy.TotalNumberOfRetries;
    }

    public OperationRetrySettings(
        TimeSpan maxRetryBackoffIntervalOnTransientErrors,
        TimeSpan maxRetryBackoffIntervalOnNonTransientErrors,
        int defaultMaxRetryCountForTransientErrors,
        int defaultMaxRetryCountForNonTransientErrors = int.MaxValue)
    {
        RetryPolicy = new ConstantRetryPolicy(
            maxRetryBackoffIntervalOnTransientErrors,
            maxRetryBackoffIntervalOnNonTransientErrors,
            defaultMaxRetryCountForTransientErrors,
            defaultMaxRetryCountForNonTransientErrors,
            Timeout.InfiniteTimeSpan);
        MaxRetryBackoffIntervalOnTransientErrors = maxRetryBackoffIntervalOnTransientErrors;
        MaxRetryBackoffIntervalOnNonTransientErrors = maxRetryBackoffIntervalOnNonTransientErrors;
        DefaultMaxRetryCountForTransientErrors = defaultMaxRetryCountForTransientErrors;
        DefaultMaxRetryCountForNonTransientErrors = defaultMaxRetryCountForNonTransientErrors;
    }

    public IRetryPolicy RetryPolicy { get; }

    public TimeSpan ClientRetryTimeout => RetryPolicy.ClientRetryTimeout;

    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors { get; }

    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors { get; }

    public int DefaultMaxRetryCountForTransientErrors { get; }

    public int DefaultMaxRetryCountForNonTransientErrors { get; }
}

public class OperationRetryControl
{
    public Exception Exception { get; set; }

    public Func<int, TimeSpan> GetRetryDelay { get; set; }

    public TimeSpan RetryDelay { get; set; }

    public bool IsTransient { get; set; }

    public bool ShouldRetry { get; set; }

    public int MaxRetryCount { get; set; }

    public string ExceptionId { get; set; }
}
