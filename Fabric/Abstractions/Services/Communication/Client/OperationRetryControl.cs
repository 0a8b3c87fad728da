#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

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
