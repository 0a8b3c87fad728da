#nullable disable

using System.Fabric.Description;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel.Gateway;
using SfPerf.Platform;

namespace System.Fabric;

public sealed partial class FabricClient
{
    /// <summary>Creates and deletes application types and applications. Any thread may call it.</summary>
    /// <remarks>
    /// An application is created in three steps: its package is copied into the image store, the package is made an
    /// application type, and an application of the type is created. There are no upgrades.
    /// </remarks>
    public sealed class ApplicationManagementClient
    {
        private const string ImageStore = "fabric:ImageStore";
        private const double WaitSecondsMax = 3600; // of the gateway
        private static readonly TimeSpan TimeoutDefault = TimeSpan.FromMinutes(1);
        private static readonly TimeSpan CopyTimeout = TimeSpan.FromMinutes(30);
        private readonly GatewayClient _gateway;

        internal ApplicationManagementClient(GatewayClient gateway) => _gateway = gateway;

        /// <summary>
        /// Copies an application package into the cluster's image store, within 30 minutes. See the overload with a
        /// timeout.
        /// </summary>
        /// <param name="imageStoreConnectionString"><c>fabric:ImageStore</c>: a local cluster has no other one.</param>
        /// <param name="applicationPackagePath">The folder of the package on this machine.</param>
        /// <param name="applicationPackagePathInImageStore">The name; null or empty for that of the folder.</param>
        public void CopyApplicationPackage(string imageStoreConnectionString, string applicationPackagePath,
            string applicationPackagePathInImageStore) => CopyApplicationPackage(
                imageStoreConnectionString, applicationPackagePath, applicationPackagePathInImageStore, CopyTimeout);

        /// <summary>
        /// Copies an application package into the cluster's image store; one of that name is replaced. Blocks the
        /// thread until the package is copied.
        /// </summary>
        /// <param name="imageStoreConnectionString"><c>fabric:ImageStore</c>: a local cluster has no other one.</param>
        /// <param name="applicationPackagePath">The folder of the package on this machine. The cluster itself reads
        /// it.</param>
        /// <param name="applicationPackagePathInImageStore">The name; null or empty for that of the folder.</param>
        /// <param name="timeout">The longest wait.</param>
        /// <exception cref="ArgumentException">There is no such folder or image store, or the name is
        /// wrong.</exception>
        /// <exception cref="FabricException">A file cannot be copied (<c>ImageStoreIOException</c>).</exception>
        /// <exception cref="TimeoutException">The copy did not end in time; the cluster may go on copying.</exception>
        public void CopyApplicationPackage(string imageStoreConnectionString, string applicationPackagePath,
            string applicationPackagePathInImageStore, TimeSpan timeout)
        {
            Check(imageStoreConnectionString);
            ArgumentException.ThrowIfNullOrEmpty(applicationPackagePath);
            var source = Path.TrimEndingDirectorySeparator(Path.GetFullPath(applicationPackagePath));
            var name = string.IsNullOrEmpty(applicationPackagePathInImageStore)
                ? Path.GetFileName(source) : applicationPackagePathInImageStore;
            Wait(() => _gateway.UploadAsync(source, name, timeout, CancellationToken.None));
        }

        /// <summary>
        /// Deletes a package from the image store; types that were provisioned from it stay. Blocks the thread, for a
        /// minute at most.
        /// </summary>
        /// <param name="imageStoreConnectionString"><c>fabric:ImageStore</c>: a local cluster has no other one.</param>
        /// <param name="applicationPackagePathInImageStore">The name of the package.</param>
        /// <exception cref="ArgumentException">There is no such image store, or the name is wrong.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such package.</exception>
        public void RemoveApplicationPackage(
            string imageStoreConnectionString, string applicationPackagePathInImageStore)
        {
            Check(imageStoreConnectionString);
            Wait(() => _gateway.DeleteImageAsync(
                applicationPackagePathInImageStore, TimeoutDefault, CancellationToken.None));
        }

        /// <summary>Makes a package of the image store an application type. See the overload with a timeout.</summary>
        /// <param name="applicationPackagePathInImageStore">The name of the package.</param>
        /// <returns>A task that ends when there is the type.</returns>
        public Task ProvisionApplicationAsync(string applicationPackagePathInImageStore) =>
            ProvisionApplicationAsync(applicationPackagePathInImageStore, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Makes a package of the image store an application type. The type keeps a copy: the package can be removed
        /// afterwards.
        /// </summary>
        /// <param name="applicationPackagePathInImageStore">The name of the package.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>A task that ends when there is the type.</returns>
        /// <exception cref="FabricElementAlreadyExistsException">The type is there in this version.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such package.</exception>
        /// <exception cref="FabricException">The package cannot run here (<c>ImageBuilderValidationError</c>); the
        /// message names file and line.</exception>
        /// <exception cref="TimeoutException">No answer came in time; the type may have been made.</exception>
        public Task ProvisionApplicationAsync(
            string applicationPackagePathInImageStore, TimeSpan timeout, CancellationToken cancellationToken) =>
            _gateway.ProvisionAsync(applicationPackagePathInImageStore, timeout, cancellationToken);

        /// <summary>Deletes an application type that no application is of. See the overload with a timeout.</summary>
        /// <param name="applicationTypeName">The name of the type.</param>
        /// <param name="applicationTypeVersion">Its version.</param>
        /// <returns>A task that ends when the type is gone.</returns>
        public Task UnprovisionApplicationAsync(string applicationTypeName, string applicationTypeVersion) =>
            UnprovisionApplicationAsync(
                applicationTypeName, applicationTypeVersion, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Deletes one version of an application type that no application is of, with its copy of the package.
        /// </summary>
        /// <param name="applicationTypeName">The name of the type.</param>
        /// <param name="applicationTypeVersion">Its version.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait.</param>
        /// <returns>A task that ends when the type is gone.</returns>
        /// <exception cref="FabricElementNotFoundException">There is no such type.</exception>
        /// <exception cref="FabricException">An application is of it (<c>ApplicationTypeInUse</c>).</exception>
        /// <exception cref="TimeoutException">No answer came in time; the type may be gone.</exception>
        public Task UnprovisionApplicationAsync(string applicationTypeName, string applicationTypeVersion,
            TimeSpan timeout, CancellationToken cancellationToken) =>
            _gateway.UnprovisionAsync(applicationTypeName, applicationTypeVersion, timeout, cancellationToken);

        /// <summary>
        /// Creates an application with its default services, within a minute. See the overload with a timeout.
        /// </summary>
        /// <param name="applicationDescription">Its name, type and parameters.</param>
        /// <returns>A task that ends when the default services serve.</returns>
        public Task CreateApplicationAsync(ApplicationDescription applicationDescription) =>
            CreateApplicationAsync(applicationDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Creates an application with its default services. When the task ends, they serve. Service Fabric's task ends
        /// when the application is stored.
        /// </summary>
        /// <param name="applicationDescription">Its name, type and parameters; read before the method returns.
        /// Parameters that it leaves out have the defaults of the type.</param>
        /// <param name="timeout">The longest wait. After an hour the cluster gives up the wait by itself.</param>
        /// <param name="cancellationToken">Ends the wait, not the creation.</param>
        /// <returns>A task that ends when the default services serve.</returns>
        /// <exception cref="ArgumentException">The description lacks a name.</exception>
        /// <exception cref="FabricElementAlreadyExistsException">There is an application of this name, or another
        /// application has one of its names.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such type.</exception>
        /// <exception cref="FabricException">A parameter is wrong (<c>ImageBuilderValidationError</c>).</exception>
        /// <exception cref="InvalidOperationException">A fixed port of the application is in another
        /// application.</exception>
        /// <exception cref="TimeoutException">It did not get ready in time, or a program or replica of it fails to
        /// start. The application is there and goes on trying.</exception>
        public Task CreateApplicationAsync(
            ApplicationDescription applicationDescription, TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(applicationDescription);
            ArgumentNullException.ThrowIfNull(applicationDescription.ApplicationName,
                "applicationDescription.ApplicationName");
            var parameters = applicationDescription.ApplicationParameters;
            return _gateway.CreateApplicationAsync(new()
            {
                Name = applicationDescription.ApplicationName.ToString(),
                TypeName = applicationDescription.ApplicationTypeName ?? "",
                TypeVersion = applicationDescription.ApplicationTypeVersion ?? "",
                Parameters = parameters.AllKeys.ToDictionary(k => k, k => parameters[k]),
                TimeoutSeconds = timeout == Timeout.InfiniteTimeSpan
                    ? WaitSecondsMax : Math.Clamp(timeout.TotalSeconds, 1, WaitSecondsMax),
            }, timeout, cancellationToken);
        }

        /// <summary>Deletes an application with its state. See the overload with a timeout.</summary>
        /// <param name="deleteApplicationDescription">The application.</param>
        /// <returns>A task that ends when its processes are gone.</returns>
        public Task DeleteApplicationAsync(DeleteApplicationDescription deleteApplicationDescription) =>
            DeleteApplicationAsync(deleteApplicationDescription, TimeoutDefault, CancellationToken.None);

        /// <summary>
        /// Deletes an application with its services and their state. When the task ends, its processes are gone. The
        /// other applications go on.
        /// </summary>
        /// <param name="deleteApplicationDescription">The application.</param>
        /// <param name="timeout">The longest wait for an answer.</param>
        /// <param name="cancellationToken">Ends the wait, not the deletion.</param>
        /// <returns>A task that ends when its processes are gone.</returns>
        /// <exception cref="ArgumentNullException">The description is null.</exception>
        /// <exception cref="FabricElementNotFoundException">There is no such application.</exception>
        /// <exception cref="TimeoutException">No answer came in time; the deletion goes on.</exception>
        public Task DeleteApplicationAsync(DeleteApplicationDescription deleteApplicationDescription,
            TimeSpan timeout, CancellationToken cancellationToken)
        {
            ArgumentNullException.ThrowIfNull(deleteApplicationDescription);
            return _gateway.DeleteApplicationAsync(
                deleteApplicationDescription.ApplicationName.ToString(), timeout, cancellationToken);
        }

        private static void Check(string imageStore)
        {
            if (imageStore != ImageStore)
            {
                throw new ArgumentException($"The image store is '{imageStore}'. Allowed: {ImageStore}.",
                    "imageStoreConnectionString");
            }
        }

        // Service Fabric's methods block, too.
        private static void Wait(Func<Task> work) => Blocking.Wait(Task.Run(work));
    }
}
