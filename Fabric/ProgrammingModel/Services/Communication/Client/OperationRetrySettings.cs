#nullable disable

using System;
using System.Threading;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>
/// Says how often, how fast and for how long a failed call is tried again. It does not change once it is made.
/// </summary>
public sealed class OperationRetrySettings
{
    private const int RetryCountDefault = 10;
    private static readonly TimeSpan BackoffDefault = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Initializes settings of 10 retries with exponential pauses from 20 ms, without a limit of the time.
    /// </summary>
    public OperationRetrySettings()
        : this(Timeout.InfiniteTimeSpan)
    {
    }

    /// <summary>Initializes settings of 10 retries with exponential pauses from 20 ms, within a time.</summary>
    /// <param name="clientRetryTimeout">The longest time over all attempts and pauses;
    /// <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    public OperationRetrySettings(TimeSpan clientRetryTimeout)
        : this(new ExponentialRetryPolicy(RetryCountDefault, clientRetryTimeout))
    {
    }

    /// <summary>Initializes settings with a policy of the caller's.</summary>
    /// <param name="retryPolicy">The policy, which is asked from any thread.</param>
    /// <exception cref="ArgumentNullException">The policy is null.</exception>
    public OperationRetrySettings(IRetryPolicy retryPolicy)
    {
        ArgumentNullException.ThrowIfNull(retryPolicy);
        RetryPolicy = retryPolicy;
    }

    /// <summary>
    /// Initializes settings with constant pauses and no limit of the time, as <see cref="ConstantRetryPolicy"/> has
    /// them.
    /// </summary>
    /// <param name="maxRetryBackoffIntervalOnTransientErrors">The longest pause after a transient error; a pause is
    /// between half of it and all of it.</param>
    /// <param name="maxRetryBackoffIntervalOnNonTransientErrors">The same after an error that makes the partition be
    /// resolved again.</param>
    /// <param name="defaultMaxRetryCountForTransientErrors">The number of retries after transient errors.</param>
    /// <param name="defaultMaxRetryCountForNonTransientErrors">The number of retries after the other errors; no limit
    /// unless set.</param>
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

    /// <summary>Gets the policy that decides the number of retries and the pauses.</summary>
    public IRetryPolicy RetryPolicy { get; }

    /// <summary>Gets the longest time over all attempts and pauses of a call; infinite unless set.</summary>
    public TimeSpan ClientRetryTimeout => RetryPolicy.ClientRetryTimeout;

    /// <summary>
    /// Gets the longest pause before another attempt after a transient error; 2 s where the policy is no
    /// <see cref="ConstantRetryPolicy"/>, for which Service Fabric throws NotSupportedException.
    /// </summary>
    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryBackoffIntervalOnTransientErrors ?? BackoffDefault;

    /// <summary>
    /// Gets the longest pause before another attempt after a non-transient error; 2 s where the policy is no
    /// <see cref="ConstantRetryPolicy"/>, for which Service Fabric throws NotSupportedException.
    /// </summary>
    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryBackoffIntervalOnNonTransientErrors ?? BackoffDefault;

    /// <summary>Gets the policy's number of retries; the policy is asked at each read.</summary>
    public int DefaultMaxRetryCountForTransientErrors => RetryPolicy.TotalNumberOfRetries;

    /// <summary>Gets the policy's number of retries after non-transient errors.</summary>
    public int DefaultMaxRetryCountForNonTransientErrors =>
        (RetryPolicy as ConstantRetryPolicy)?.MaxRetryCountOnNonTransientErrors ?? RetryPolicy.TotalNumberOfRetries;
}

/// <summary>The answer of a client factory to a failed call: whether, when and how often to try again.</summary>
public class OperationRetryControl
{
    /// <summary>Gets or sets what the caller gets if the call is not tried again.</summary>
    public Exception Exception { get; set; }

    /// <summary>
    /// Gets or sets the function that gives the pause before the retry of a number, which counts from 0. Null:
    /// <see cref="RetryDelay"/> is the pause.
    /// </summary>
    public Func<int, TimeSpan> GetRetryDelay { get; set; }

    /// <summary>Gets or sets the pause before the next attempt where <see cref="GetRetryDelay"/> is null.</summary>
    public TimeSpan RetryDelay { get; set; }

    /// <summary>
    /// Gets or sets whether the same client can be used again. Otherwise the partition is resolved again first.
    /// </summary>
    public bool IsTransient { get; set; }

    /// <summary>Gets or sets whether the call may be tried again.</summary>
    public bool ShouldRetry { get; set; }

    /// <summary>Gets or sets how many retries in a row one <see cref="ExceptionId"/> may cause.</summary>
    public int MaxRetryCount { get; set; }

    /// <summary>Gets or sets the name of the kind of failure. Retries are counted anew when it changes.</summary>
    public string ExceptionId { get; set; }
}
