#nullable disable

using System;
using System.Security.Cryptography;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

/// <summary>
/// Decides how often a failed call is tried again, and after which pauses. It is called from any thread.
/// </summary>
public interface IRetryPolicy
{
    /// <summary>
    /// Gets the longest time over all attempts and pauses of a call;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> for no limit.
    /// </summary>
    TimeSpan ClientRetryTimeout { get; }

    /// <summary>Gives the pause before a retry.</summary>
    /// <param name="retryDelayParameters">The number of the retry, and the kind of failure.</param>
    /// <returns>The pause.</returns>
    TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters);

    /// <summary>Gets the number of retries. It is read for each call that fails.</summary>
    int TotalNumberOfRetries { get; }
}

/// <summary>Chance in waiting times, so that callers that failed together do not return together.</summary>
internal static class RetryDelay
{
    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(20);

    /// <summary>Draws a delay between half of the longest and the longest.</summary>
    internal static TimeSpan UpTo(TimeSpan longest) =>
        longest * (0.5 + (RandomNumberGenerator.GetInt32(1024) / 2048.0));

    /// <summary>Gets the longest pause before the next attempt when attempts have failed for some time: a quarter of
    /// that time, so that the pause makes an interruption longer by a quarter at most.</summary>
    /// <param name="failing">The time since the first attempt.</param>
    /// <param name="longest">The longest pause; where it is shorter than 20 ms, each pause is as long.</param>
    internal static TimeSpan Longest(TimeSpan failing, TimeSpan longest)
    {
        var quarter = failing / 4;
        var pause = quarter > First ? quarter : First;
        return pause < longest ? pause : longest;
    }
}

/// <summary>Describes the retry for which a pause is asked.</summary>
public class RetryDelayParameters
{
    /// <summary>Initializes the description of a retry.</summary>
    /// <param name="retryAttempt">The number of the retry; the first one is 0.</param>
    /// <param name="isTransient">Whether the failure was transient.</param>
    public RetryDelayParameters(int retryAttempt, bool isTransient)
    {
        RetryAttempt = retryAttempt;
        IsTransient = isTransient;
    }

    /// <summary>Gets whether the failure was transient: the same address is used again.</summary>
    public bool IsTransient { get; internal set; }

    /// <summary>Gets the number of the retry; the first one is 0.</summary>
    public int RetryAttempt { get; internal set; }
}

/// <summary>Waits equally long before each retry: at random between half of the longest pause and all of it.</summary>
public class ConstantRetryPolicy : IRetryPolicy
{
    /// <summary>Initializes the policy. The values are not checked.</summary>
    /// <param name="maxRetryBackoffIntervalOnTransientErrors">The longest pause after a transient error.</param>
    /// <param name="maxRetryBackoffIntervalOnNonTransientErrors">The longest pause after any other error.</param>
    /// <param name="maxRetryCount">The number of retries after transient errors.</param>
    /// <param name="maxRetryCountOnNonTransientErrors">The number of retries after the other errors.</param>
    /// <param name="clientRetryTimeout">The longest time over all attempts and pauses;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> for no limit.</param>
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

    /// <summary>Gets the longest pause after a transient error.</summary>
    public TimeSpan MaxRetryBackoffIntervalOnTransientErrors { get; }

    /// <summary>Gets the longest pause after an error that makes the partition be resolved again.</summary>
    public TimeSpan MaxRetryBackoffIntervalOnNonTransientErrors { get; }

    /// <summary>Gets the number of retries after non-transient errors.</summary>
    public int MaxRetryCountOnNonTransientErrors { get; }

    /// <summary>Gets the number of retries after transient errors.</summary>
    public int TotalNumberOfRetries { get; }

    /// <summary>Gets the longest time over all attempts and pauses of a call.</summary>
    public TimeSpan ClientRetryTimeout { get; }

    /// <summary>Draws a pause between half of the longest one and the longest one.</summary>
    /// <param name="retryDelayParameters">The kind of failure; the number of the retry does not matter.</param>
    /// <returns>The pause.</returns>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters)
    {
        ArgumentNullException.ThrowIfNull(retryDelayParameters);
        return RetryDelay.UpTo(retryDelayParameters.IsTransient
            ? MaxRetryBackoffIntervalOnTransientErrors
            : MaxRetryBackoffIntervalOnNonTransientErrors);
    }
}

/// <summary>
/// Waits twice as long after each group of retries, up to a limit; at random between half of that time and all of it.
/// </summary>
/// <remarks>
/// A local cluster fails over in well under a second, so the base is short: 20 ms unless set. With the defaults the
/// longest pause is 20 ms for the first two retries, doubles after each two, and stays at 1.28 s from the 13th on.
/// </remarks>
public class ExponentialRetryPolicy : IRetryPolicy
{
    /// <summary>Initializes the policy with a base of 20 ms. The values are not checked.</summary>
    /// <param name="defaultMaxRetryCount">The number of retries.</param>
    /// <param name="clientRetryTimeout">The longest time over all attempts and pauses;
    /// <see cref="System.Threading.Timeout.InfiniteTimeSpan"/> for no limit.</param>
    public ExponentialRetryPolicy(int defaultMaxRetryCount, TimeSpan clientRetryTimeout)
    {
        TotalNumberOfRetries = defaultMaxRetryCount;
        ClientRetryTimeout = clientRetryTimeout;
    }

    /// <summary>
    /// Gets or sets how often the pause doubles before it stays as it is, for all policies of the process.
    /// </summary>
    /// <value>6 unless set.</value>
    public static int MaxDelayMultiplier { get; set; } = 6;

    /// <summary>Gets or sets how many retries in a row wait equally long, for all policies of the process.</summary>
    /// <value>2 unless set; less than 1 counts as 1.</value>
    public static int SameDelayRequestCounter { get; set; } = 2;

    /// <summary>Gets or sets the longest pause before the first retry.</summary>
    /// <value>20 ms unless set. Service Fabric's is up to 2 s.</value>
    public TimeSpan BaseRetryDelay { get; set; } = TimeSpan.FromMilliseconds(20);

    /// <summary>Gets the number of retries.</summary>
    public int TotalNumberOfRetries { get; }

    /// <summary>Gets the longest time over all attempts and pauses of a call.</summary>
    public TimeSpan ClientRetryTimeout { get; }

    /// <summary>Draws a pause between half of the time that the retry's number stands for and all of it.</summary>
    /// <param name="retryDelayParameters">The number of the retry; the kind of failure does not matter.</param>
    /// <returns>The pause.</returns>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public TimeSpan GetNextRetryDelay(RetryDelayParameters retryDelayParameters)
    {
        ArgumentNullException.ThrowIfNull(retryDelayParameters);
        var doublings = Math.Min(
            retryDelayParameters.RetryAttempt / Math.Max(1, SameDelayRequestCounter), MaxDelayMultiplier);
        return RetryDelay.UpTo(BaseRetryDelay * Math.Pow(2, Math.Max(0, doublings)));
    }
}
