#nullable disable

namespace System.Fabric;

/// <summary>
/// Specifies what an error is, with the values of Service Fabric: HRESULTs, held as positive numbers.
/// </summary>
/// <remarks>
/// This runtime gives the codes that have a description here, unless that says otherwise. The others are there so that
/// a service which names them compiles.
/// </remarks>
public enum FabricErrorCode : long
{
    /// <summary>No code was given.</summary>
    Unknown = 0,
    OperationCanceled = 2147500036,
    /// <summary>The answer of a gateway cannot be read.</summary>
    CommunicationError = 2147949500,
    /// <summary>An address cannot be used. Not given by this runtime.</summary>
    InvalidAddress = 2147949501,
    InvalidNameUri = 2147949502,
    /// <summary>
    /// A partition key is of another kind than the partitions of the service, or lies in none of them.
    /// </summary>
    InvalidPartitionKey = 2147949503,
    NameAlreadyExists = 2147949504,
    NameNotFound = 2147949505,
    NameNotEmpty = 2147949506,
    /// <summary>The cluster has no node of that name.</summary>
    NodeNotFound = 2147949507,
    NodeIsUp = 2147949508,
    /// <summary>Too few replicas are up for a write quorum. A commit waits and retries on its own.</summary>
    NoWriteQuorum = 2147949509,
    /// <summary>The replica is not the primary.</summary>
    NotPrimary = 2147949510,
    NotReady = 2147949511,
    OperationNotComplete = 2147949512,
    PropertyNotFound = 2147949513,
    /// <summary>
    /// The replicas of the partition are being changed, or a new primary is not ready. A commit waits and retries on
    /// its own.
    /// </summary>
    ReconfigurationPending = 2147949514,
    /// <summary>Too many records, or bytes, wait for their quorum. A commit waits and retries on its own.</summary>
    ReplicationQueueFull = 2147949515,
    /// <summary>There is a service of that name.</summary>
    ServiceAlreadyExists = 2147949516,
    /// <summary>There is no service of that name.</summary>
    ServiceNotFound = 2147949517,
    /// <summary>The service is there, but no replica serves now.</summary>
    ServiceOffline = 2147949518,
    ServiceMetadataMismatch = 2147949519,
    ServiceAffinityChainNotSupported = 2147949520,
    ServiceTypeAlreadyRegistered = 2147949521,
    ServiceTypeNotRegistered = 2147949522,
    ValueTooLarge = 2147949523,
    PropertyValueEmpty = 2147949524,
    PropertyCheckFailed = 2147949525,
    WriteConflict = 2147949526,
    EnumerationCompleted = 2147949527,
    ApplicationTypeProvisionInProgress = 2147949528,
    /// <summary>There is an application type of that name and version.</summary>
    ApplicationTypeAlreadyExists = 2147949529,
    /// <summary>There is no application type of that name and version.</summary>
    ApplicationTypeNotFound = 2147949530,
    /// <summary>An application of the type is there.</summary>
    ApplicationTypeInUse = 2147949531,
    /// <summary>There is an application of that name.</summary>
    ApplicationAlreadyExists = 2147949532,
    /// <summary>There is no application of that name.</summary>
    ApplicationNotFound = 2147949533,
    ApplicationUpgradeInProgress = 2147949534,
    ApplicationUpgradeValidationError = 2147949535,
    /// <summary>The application has no service type of that name.</summary>
    ServiceTypeNotFound = 2147949536,
    ServiceTypeMismatch = 2147949537,
    ServiceTemplateNotFound = 2147949538,
    ConfigurationSectionNotFound = 2147949539,
    ConfigurationParameterNotFound = 2147949540,
    InvalidConfiguration = 2147949541,
    /// <summary>An application package is not valid.</summary>
    ImageBuilderValidationError = 2147949542,
    /// <summary>There is no such partition.</summary>
    PartitionNotFound = 2147949543,
    ReplicaDoesNotExist = 2147949544,
    ServiceGroupAlreadyExists = 2147949545,
    ServiceGroupNotFound = 2147949546,
    ProcessDeactivated = 2147949547,
    ProcessAborted = 2147949548,
    InvalidCredentialType = 2147949550,
    InvalidX509FindType = 2147949551,
    InvalidX509StoreLocation = 2147949552,
    InvalidX509StoreName = 2147949553,
    InvalidX509Thumbprint = 2147949554,
    InvalidProtectionLevel = 2147949555,
    InvalidX509Store = 2147949556,
    InvalidSubjectName = 2147949557,
    InvalidAllowedCommonNameList = 2147949558,
    /// <summary>Credentials were given, which the local cluster does not take.</summary>
    InvalidCredentials = 2147949559,
    DecryptionFailed = 2147949560,
    /// <summary>The service has no configuration package of that name.</summary>
    ConfigurationPackageNotFound = 2147949561,
    /// <summary>The service has no data package of that name.</summary>
    DataPackageNotFound = 2147949562,
    /// <summary>The service has no code package of that name.</summary>
    CodePackageNotFound = 2147949563,
    /// <summary>The service manifest declares no endpoint of that name.</summary>
    EndpointResourceNotFound = 2147949564,
    InvalidOperation = 2147949565,
    /// <summary>The replica is closed, or the collection was removed.</summary>
    ObjectClosed = 2147949566,
    OperationTimedOut = 2147949567,
    /// <summary>The runtime's assembly is not in the folder that the process was given.</summary>
    FileNotFound = 2147949568,
    /// <summary>The package has no logical directory of that name.</summary>
    DirectoryNotFound = 2147949569,
    PathTooLong = 2147949571,
    /// <summary>The image store cannot read or write.</summary>
    ImageStoreIOException = 2147949572,
    CorruptedImageStoreObjectFound = 2147949573,
    ApplicationNotUpgrading = 2147949574,
    ApplicationAlreadyInTargetVersion = 2147949575,
    ImageBuilderUnexpectedError = 2147949576,
    FabricVersionNotFound = 2147949577,
    FabricVersionInUse = 2147949578,
    FabricVersionAlreadyExists = 2147949579,
    FabricAlreadyInTargetVersion = 2147949580,
    FabricNotUpgrading = 2147949581,
    FabricUpgradeInProgress = 2147949582,
    FabricUpgradeValidationError = 2147949583,
    /// <summary>Too many health reports wait to be sent: no gateway answers.</summary>
    FabricHealthMaxReportsReached = 2147949584,
    FabricHealthStaleReport = 2147949585,
    KeyTooLarge = 2147949586,
    KeyNotFound = 2147949587,
    SequenceNumberCheckFailed = 2147949588,
    EncryptionFailed = 2147949589,
    InvalidAtomicGroup = 2147949590,
    /// <summary>The health store has no such entity.</summary>
    FabricHealthEntityNotFound = 2147949591,
    ServiceManifestNotFound = 2147949592,
    ReliableSessionTransportStartupFailure = 2147949593,
    ReliableSessionAlreadyExists = 2147949594,
    ReliableSessionCannotConnect = 2147949595,
    ReliableSessionManagerExists = 2147949596,
    ReliableSessionRejected = 2147949597,
    ReliableSessionManagerAlreadyListening = 2147949598,
    ReliableSessionManagerNotFound = 2147949599,
    ReliableSessionManagerNotListening = 2147949600,
    InvalidServiceType = 2147949601,
    ImageBuilderTimeoutError = 2147949602,
    ImageBuilderAccessDeniedError = 2147949603,
    ImageBuilderInvalidMsiFile = 2147949604,
    ServiceTooBusy = 2147949605,
    TransactionNotActive = 2147949606,
    RepairTaskAlreadyExists = 2147949607,
    RepairTaskNotFound = 2147949608,
    ReliableSessionNotFound = 2147949609,
    ReliableSessionQueueEmpty = 2147949610,
    ReliableSessionQuotaExceeded = 2147949611,
    ReliableSessionServiceFaulted = 2147949612,
    ReliableSessionInvalidTargetPartition = 2147949613,
    TransactionTooLarge = 2147949614,
    /// <summary>A record is longer than the replicator takes.</summary>
    ReplicationOperationTooLarge = 2147949615,
    InstanceIdMismatch = 2147949616,
    UpgradeDomainAlreadyCompleted = 2147949617,
    NodeHasNotStoppedYet = 2147949618,
    InsufficientClusterCapacity = 2147949619,
    InvalidPackageSharingPolicy = 2147949620,
    PreDeploymentNotAllowed = 2147949621,
    InvalidBackupSetting = 2147949622,
    /// <summary>There is no full backup to continue, or not exactly one to restore.</summary>
    MissingFullBackup = 2147949623,
    /// <summary>Another backup of the replica has not ended.</summary>
    BackupInProgress = 2147949624,
    DuplicateServiceNotificationFilterName = 2147949625,
    InvalidReplicaOperation = 2147949626,
    InvalidReplicaStateForReplicaOperation = 2147949627,
    PLBNotReady = 2147949628,
    InvalidPartitionOperation = 2147949629,
    AlreadyPrimaryReplica = 2147949630,
    AlreadySecondaryReplica = 2147949631,
    BackupDirectoryNotEmpty = 2147949632,
    ForceNotSupportedForReplicaControlOperation = 2147949633,
    ImageStoreAcquireFileLockFailed = 2147949634,
    /// <summary>A server refuses the connection. Not given by this runtime.</summary>
    ConnectionDenied = 2147949635,
    /// <summary>The certificate of a server is not accepted. Not given by this runtime.</summary>
    ServerAuthenticationFailed = 2147949636,
    ConstraintKeyUndefined = 2147949637,
    MultithreadedTransactionsNotAllowed = 2147949638,
    /// <summary>No gateway of the cluster answers.</summary>
    GatewayNotReachable = 2147949641,
    UserRoleClientCertificateNotConfigured = 2147949642,
    TransactionAborted = 2147949643,
    FabricCannotConnect = 2147949644,
    FabricMessageTooLarge = 2147949645,
    ConstraintNotSatisfied = 2147949646,
    FabricEndpointNotFound = 2147949647,
    ApplicationUpdateInProgress = 2147949648,
    DeleteBackupFileFailed = 2147949649,
    FabricConnectionClosedByRemoteEnd = 2147949650,
    InvalidTestCommandState = 2147949651,
    /// <summary>A test command has the id already.</summary>
    TestCommandOperationIdAlreadyExists = 2147949652,
    CMOperationFailed = 2147949653,
    ImageBuilderReservedDirectoryError = 2147949654,
    ChaosAlreadyRunning = 2147949656,
    /// <summary>The process was started outside a cluster.</summary>
    FabricDataRootNotFound = 2147949657,
    InvalidRestoreData = 2147949658,
    DuplicateBackups = 2147949659,
    InvalidBackupChain = 2147949660,
    StopInProgress = 2147949661,
    AlreadyStopped = 2147949662,
    NodeIsDown = 2147949663,
    NodeTransitionInProgress = 2147949664,
    InvalidBackup = 2147949665,
    InvalidInstanceId = 2147949666,
    InvalidDuration = 2147949667,
    RestoreSafeCheckFailed = 2147949668,
    ConfigUpgradeFailed = 2147949669,
    UploadSessionRangeNotSatisfiable = 2147949670,
    UploadSessionIdConflict = 2147949671,
    /// <summary>The service has no partition that the selector means.</summary>
    InvalidPartitionSelector = 2147949672,
    InvalidReplicaSelector = 2147949673,
    DnsServiceNotFound = 2147949674,
    InvalidDnsName = 2147949675,
    DnsNameInUse = 2147949676,
    ComposeDeploymentAlreadyExists = 2147949677,
    ComposeDeploymentNotFound = 2147949678,
    InvalidForStatefulServices = 2147949679,
    InvalidForStatelessServices = 2147949680,
    OnlyValidForStatefulPersistentServices = 2147949681,
    InvalidUploadSessionId = 2147949682,
    BackupNotEnabled = 2147949683,
    BackupEnabled = 2147949684,
    BackupPolicyDoesNotExist = 2147949685,
    BackupPolicyAlreayExists = 2147949686,
    RestoreAlreadyInProgress = 2147949687,
    RestoreSourceTargetPartitionMismatch = 2147949688,
    FaultAnalysisServiceNotEnabled = 2147949689,
    ContainerNotFound = 2147949690,
    ObjectDisposed = 2147949691,
    /// <summary>The replica may not answer reads now.</summary>
    NotReadable = 2147949692,
    InvalidServiceScalingPolicy = 2147949696,
    SingleInstanceApplicationAlreadyExists = 2147949697,
    SingleInstanceApplicationNotFound = 2147949698,
    VolumeAlreadyExists = 2147949699,
    VolumeNotFound = 2147949700,
    DatabaseMigrationInProgress = 2147949701,
    CentralSecretServiceGenericError = 2147949702,
    SecretInvalid = 2147949703,
    SecretVersionAlreadyExists = 2147949704,
    SingleInstanceApplicationUpgradeInProgress = 2147949705,
    OperationNotSupported = 2147949706,
    ComposeDeploymentNotUpgrading = 2147949707,
    NetworkNotFound = 2147949709,
    NetworkInUse = 2147949710,
    EntryPointNotFound = 2148734242,
    DuplicateWaitObject = 2148734249,
}
