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
    }

    public OperationRetrySettings(
        TimeSpan maxRetryBackoffIntervalOnTransientErrors,
        TimeSpan maxRetryBackoffIntervalOnNonTransientErrors,
        int defaultMaxRetryCountForTransientErrors,
        int defaultMaxRetryCountForNonTransientErrors = int.MaxValue)
        : this(new ConstantRetryPolicy(
            maxRetryBackoffIntervalOnTransientErrors,
            maxRetryBackoffIntervalOnNonTransientErrors,
            defaultMaxRetryCountForTransientErrors,
            defaultMaxRetryCountForNonTransientErrors,
            Timeout.InfiniteTimeSpan))
    {
    }

    public IRetryPolicy RetryPolicy { get; }

    public TimeSpan ClientRetryTimeout => RetryPolicy.ClientRetryTimeout;

    /// <summary>
    /// Gets the longest pause before another attempt after a transient error; 2 s where the policy is no
    /// <see cref="ConstantRetryPolicy"/>, for which Service Fabric throws NotSupportedException.
    /// </summary>
    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryBackoffIntervalOnTransientErrors ?? BackoffDefault;

    /// <summary>The same after a non-transient error.</summary>
    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryBackoffIntervalOnNonTransientErrors ?? BackoffDefault;

    /// <summary>Gets the policy's number of retries; the policy is asked at each read.</summary>
    public int DefaultMaxRetryCountForTransientErrors => RetryPolicy.TotalNumberOfRetries;

    /// <summary>Gets the policy's number of retries after non-transient errors.</summary>
    public int DefaultMaxRetryCountForNonTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryCountOnNonTransientErrors ?? RetryPolicy.TotalNumberOfRetries;
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
