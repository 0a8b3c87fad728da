namespace SfPerf.ServiceModel.Client;

/// <summary>How a proxy's method makes its call.</summary>
internal enum CallForm
{
    /// <summary>Waits for the reply.</summary>
    Sync,

    /// <summary>Returns a task.</summary>
    Task,

    /// <summary>Returns an <see cref="IAsyncResult"/>.</summary>
    Begin,

    /// <summary>Takes what Begin returned.</summary>
    End,
}
